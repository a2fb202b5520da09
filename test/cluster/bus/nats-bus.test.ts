import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bus, BusError } from '#guildhall/cluster/bus/bus.js';
import type { NatsAddress } from '#guildhall/cluster/bus/nats/nats-options.js';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { UserError } from '#guildhall/platform/errors.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { realTest } from '../../hardware/support/programs.js';
import { Certificate } from '../../helpers/certificate.js';
import { eventually } from '../../helpers/eventually.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { NatsServer, sharedNats } from '../support/nats-server.js';
import { describeBus } from './contract.js';

const natsTest = (title: string, run: () => Promise<void>) => realTest(['nats-server'], title, run);

async function open(url: string, more: Partial<NatsAddress> = {}): Promise<Bus> {
  const address = { url, passwordFile: null, caFile: null, clientCertificate: null, ...more };
  return openNatsBus(address, 'node-1', silentLogger);
}

// Subjects without a namespace are those of this file alone.
describeBus('NATS', { open: async () => open(await sharedNats()) }, natsTest);

/** A folder with a file in it, removed after the task. */
async function withFile(text: string, task: (path: string) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'file');
    await writeFile(path, text, { mode: 0o600 });
    await task(path);
  });
}

natsTest('NATS: a bus reconnects to a server that was killed, and keeps its subscriptions', async () => {
  await using server = await NatsServer.startOwn();
  const bus = await open(server.url);
  const received: string[] = [];
  bus.subscribe('guild.1', (text) => received.push(text));
  bus.respond('node.1', async () => 'reply');
  await server.kill();
  await eventually(() => !bus.isConnected);
  bus.publish('guild.1', 'lost');
  await assert.rejects(bus.request('node.1', '', 1000), new BusError('not-sent'));
  server.restart();
  await eventually(() => bus.isConnected);
  assert.equal(await eventually(() => bus.request('node.1', '', 1000).catch(() => false)), 'reply');
  bus.publish('guild.1', 'kept');
  await eventually(() => received.length > 0);
  assert.deepEqual(received, ['kept']);
  await bus.stop();
});

natsTest('NATS: a server that cannot be reached is tried again, and subscriptions wait for it', async () => {
  await using server = await NatsServer.startOwn();
  await server.kill();
  const bus = await open(server.url);
  const received: string[] = [];
  const ended: string[] = [];
  bus.subscribe('guild.1', (text) => received.push(text));
  bus.subscribe('guild.1', (text) => ended.push(text))();
  const endLater = bus.subscribe('guild.1', (text) => ended.push(text));
  bus.respond('node.1', async () => 'reply');
  assert.equal(bus.isConnected, false);
  bus.publish('guild.1', 'lost');
  await assert.rejects(bus.request('node.1', '', 1000), new BusError('not-sent'));
  server.restart();
  await eventually(() => bus.isConnected, { share: 3 });
  endLater();
  assert.equal(await eventually(() => bus.request('node.1', '', 1000).catch(() => false)), 'reply');
  bus.publish('guild.1', 'kept');
  await eventually(() => received.length > 0);
  assert.deepEqual([received, ended], [['kept'], []]);
  await bus.stop();
  assert.equal(bus.isConnected, false);
});

natsTest('NATS: a bus is stopped while no server can be reached', async () => {
  await using server = await NatsServer.startOwn();
  await server.kill();
  const bus = await open(server.url);
  await bus.stop();
  server.restart();
  const later = await open(server.url);
  await eventually(() => later.isConnected, { share: 3 });
  assert.equal(bus.isConnected, false);
  await later.stop();
});

natsTest('NATS: a password is read from a file, and a wrong one is refused without being shown', async () => {
  await using server = await NatsServer.startOwn('--user', 'guildhall', '--pass', 'correct:password');
  await withFile('guildhall:correct:password\n', async (passwordFile) => {
    const bus = await open(server.url, { passwordFile });
    assert.equal(bus.isConnected, true);
    await bus.stop();
  });
  await withFile('guildhall:wrong-password\n', async (passwordFile) => {
    await chmod(passwordFile, 0o644);
    await assert.rejects(open(server.url, { passwordFile }), /can be read by other users/);
    await chmod(passwordFile, 0o600);
    await assert.rejects(open(server.url, { passwordFile }), (error) => {
      return error instanceof UserError && !error.message.includes('wrong-password');
    });
  });
  await assert.rejects(open(server.url), UserError);
});

natsTest(
  'NATS: a password that was changed is used to reconnect, and the log has each change once',
  async () => {
    await withTemporaryFolder(async (folder) => {
      const [config, passwordFile] = [join(folder, 'nats.conf'), join(folder, 'password')];
      const setServer = (password: string) =>
        writeFile(config, `authorization { user: guildhall, password: "${password}" }`);
      const setClient = (password: string) =>
        writeFile(passwordFile, `guildhall:${password}\n`, { mode: 0o600 });
      await setServer('former');
      await setClient('former');
      const serverLog = join(folder, 'nats.log');
      await using server = await NatsServer.startOwn('--config', config, '--log', serverLog);
      const lines: string[] = [];
      const log = createLogger('info', { write: (line) => void lines.push(line) });
      const address = { url: server.url, passwordFile, caFile: null, clientCertificate: null };
      const bus = await openNatsBus(address, 'node-1', log);
      await server.kill();
      await setServer('changed');
      server.restart();
      await eventually(() => !bus.isConnected);
      const refused = async () => (await readFile(serverLog, 'utf8')).match(/authentication error/g) ?? [];
      await eventually(async () => (await refused()).length > 1);
      await setClient('changed');
      await eventually(() => bus.isConnected, { share: 3 });
      await bus.stop();
      const messages = lines.map((line) => Object(JSON.parse(line)).msg);
      assert.deepEqual(messages, ['disconnected from the bus', 'connected to the bus again']);
    });
  },
);

natsTest('NATS: with tls:// the server needs a certificate of the authority', async () => {
  const certificate = await Certificate.create('localhost');
  try {
    const { certPath, keyPath } = certificate;
    await using server = await NatsServer.startOwn('--tls', '--tlscert', certPath, '--tlskey', keyPath);
    const url = `tls://localhost:${server.port}`;
    const bus = await open(url, { caFile: certPath });
    assert.equal(bus.isConnected, true);
    await bus.stop();
    await assert.rejects(open(url), UserError);
    // A server that asks for encryption gets none from an address without.
    await assert.rejects(open(server.url), UserError);
  } finally {
    await certificate.remove();
  }
});

natsTest('NATS: the documented configuration lets the user use the subjects of Guildhall alone', async () => {
  const certificate = await Certificate.create('localhost');
  const page = await readFile(new URL('../../../docs/operating-a-cluster.md', import.meta.url), 'utf8');
  const [, documented = ''] = /```text\nport: 4222\n([^`]*)```/.exec(page) ?? [];
  const text = documented
    .replace('/etc/nats/bus.pem', certificate.certPath)
    .replace('/etc/nats/bus.key', certificate.keyPath);
  try {
    await withFile(text, async (config) => {
      await using server = await NatsServer.startOwn('--config', config);
      await withFile('guildhall:PASSWORD\n', async (passwordFile) => {
        const lines: string[] = [];
        const log = createLogger('info', { write: (line) => void lines.push(line) });
        const address = {
          ...{ url: `tls://localhost:${server.port}`, passwordFile },
          clientCertificate: null,
        };
        const bus = await openNatsBus({ ...address, caFile: certificate.certPath }, 'node-1', log);
        bus.respond('guildhall.1-2.node.a', async (request) => `reply to ${request}`);
        assert.equal(await bus.request('guildhall.1-2.node.a', 'request', 5000), 'reply to request');
        assert.equal(lines.length, 0, lines.join(''));
        bus.subscribe('other.subject', () => {});
        await eventually(() => lines.some((line) => line.includes('the bus refused a subscription')));
        await bus.stop();
      });
    });
  } finally {
    await certificate.remove();
  }
});

natsTest('NATS: a server that asks for no password is a warning, also with tls://', async () => {
  const certificate = await Certificate.create('localhost');
  const { certPath, keyPath } = certificate;
  try {
    await using encrypted = await NatsServer.startOwn('--tls', '--tlscert', certPath, '--tlskey', keyPath);
    const address = { passwordFile: null, clientCertificate: null };
    for (const more of [
      { url: await sharedNats(), caFile: null },
      { url: `tls://localhost:${encrypted.port}`, caFile: certPath },
    ]) {
      const lines: string[] = [];
      const log = createLogger('info', { write: (line) => void lines.push(line) });
      const bus = await openNatsBus({ ...address, ...more }, 'node-1', log);
      await bus.stop();
      assert.equal(lines.length, 1, more.url);
      assert.match(lines[0] ?? '', /asks for no password/);
    }
  } finally {
    await certificate.remove();
  }
});

natsTest('NATS: with tls:// a server without encryption is refused', async () => {
  const { port } = new URL(await sharedNats());
  await assert.rejects(open(`tls://localhost:${port}`), UserError);
});

natsTest('NATS: a server that requires client certificates accepts one of its authority', async () => {
  const certificate = await Certificate.create('localhost');
  try {
    const { certPath, keyPath } = certificate;
    const flags = [
      '--tls',
      '--tlscert',
      certPath,
      '--tlskey',
      keyPath,
      '--tlsverify',
      '--tlscacert',
      certPath,
    ];
    await using server = await NatsServer.startOwn(...flags);
    const url = `tls://localhost:${server.port}`;
    const clientCertificate = { certFile: certPath, keyFile: keyPath };
    const bus = await open(url, { caFile: certPath, clientCertificate });
    assert.equal(bus.isConnected, true);
    await bus.stop();
    // The server ends the connection after the handshake, with or without saying why.
    const refused = await open(url, { caFile: certPath }).catch(() => null);
    assert.notEqual(refused?.isConnected, true);
    await refused?.stop();
  } finally {
    await certificate.remove();
  }
});

test('addresses of the bus that are wrong, or send secrets in the open, are refused with a hint', async () => {
  const refused: readonly (readonly [url: string, more: Partial<NatsAddress>])[] = [
    ['http://127.0.0.1', {}],
    ['nats://', {}],
    ['nats://bus.example.org:4222', {}],
    ['nats://10.0.0.1', {}],
    ['nats://127.0.0.1,tls://localhost', {}],
    ['tls://127.0.0.1', {}],
    ['tls://[::1]:4222', {}],
    ['nats://127.0.0.1', { caFile: '/ca.pem' }],
    ['nats://127.0.0.1', { passwordFile: '/does/not/exist' }],
    ['nats://user:secret@127.0.0.1', {}],
    ['http://user:secret@127.0.0.1', {}],
    ['nats://user:s/secret@127.0.0.1', {}],
    ['user:secret@127.0.0.1:4222', {}],
    ['nats:user:secret@localhost', {}],
  ];
  for (const [url, more] of refused) {
    await assert.rejects(
      open(url, more),
      (error) => {
        return error instanceof UserError && !error.message.includes('secret');
      },
      url,
    );
  }
  await withFile('no password\n', async (passwordFile) => {
    await assert.rejects(open('nats://127.0.0.1:1', { passwordFile }), /no line with USER:PASSWORD/);
  });
});
