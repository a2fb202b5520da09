import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { startApiService } from '#guildhall/api/start-api.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, GAME_REDIRECT, type Person } from '../helpers/service.js';

/** A service behind TLS, as a remote one is: everything of the daemon goes over https and wss. */

interface Certified {
  readonly folder: string;
  readonly port: number;
  forwardTo(port: number): void;
  stop(): Promise<void>;
}

/** Speaks TLS with a certificate that nobody has signed, and hands the bytes on. */
async function startTls(): Promise<Certified> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
  ]);
  let target = 0;
  const open = new Set<TLSSocket>();
  const server: Server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (socket) => {
    const inner = connect(target, '127.0.0.1');
    open.add(socket);
    for (const each of [socket, inner]) {
      each.on('error', () => {});
      each.on('close', () => {
        socket.destroy();
        inner.destroy();
        open.delete(socket);
      });
    }
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    folder,
    port: (server.address() as AddressInfo).port,
    forwardTo(port) {
      target = port;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('a daemon speaks to a service over https and wss, and to none whose certificate is not trusted', async () => {
  const tls = await startTls();
  const apiUrl = `https://127.0.0.1:${tls.port}/api`;
  const service = await startApiService({
    databasePath: join(tls.folder, 'guildhall.db'),
    host: '127.0.0.1',
    peers: allowAnyPeer,
    port: 0,
    publicUrl: apiUrl,
    log: silentLogger,
    clock: systemClock,
  });
  tls.forwardTo(service.port);
  const environment = { NODE_EXTRA_CA_CERTS: join(tls.folder, 'cert.pem') };
  const flags = ['--api-url', apiUrl];
  const daemons: TestDaemon[] = [];
  try {
    const { administration } = service;
    const registered = { name: 'Game', rpc_origins: [GAME_ORIGIN], redirect_uris: [GAME_REDIRECT] };
    const game = await administration.createApplication({ ...registered, bot: false, approved: true });
    const person = await administration.createUser('Ada');
    const local = `http://127.0.0.1:${service.port}/api`;
    const token = await accessToken(local, game, person, ['rpc', 'rpc.api']);

    const daemon = await TestDaemon.start({ flags, environment });
    daemons.push(daemon);
    await daemon.runWithInput(person.token, 'login');
    await eventually(async () => {
      const status = await daemon.cli<{ api: { connected: boolean } }>('status');
      return status.api.connected;
    });
    const rpcPort = daemon.runtime.rpc.port;
    const client = await RawRpcClient.connect({ port: rpcPort, clientId: game.id, origin: GAME_ORIGIN });
    assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
    await client.close();
    const headers = { authorization: `Bearer ${token}` };
    const proxied = await fetch(`http://127.0.0.1:${rpcPort}/users/@me`, { headers });
    assert.equal(proxied.status, 200);
    assert.equal(((await proxied.json()) as Person).id, person.id);

    const distrustful = await TestDaemon.start({ flags, environment: { NODE_EXTRA_CA_CERTS: undefined } });
    daemons.push(distrustful);
    const refused = await fetch(`http://127.0.0.1:${distrustful.runtime.rpc.port}/users/@me`, { headers });
    assert.deepEqual(
      [refused.status, await refused.json()],
      [502, { code: 0, message: 'The service cannot be reached' }],
    );
    await assert.rejects(distrustful.runWithInput(person.token, 'login'), /certificate/);
  } finally {
    for (const daemon of daemons.reverse()) await daemon.stop();
    await service.stop();
    await tls.stop();
  }
});
