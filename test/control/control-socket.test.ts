import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { ControlClient, NoDaemonError, NotAnsweringError } from '#guildhall/control/control-client.js';
import { watchDevices } from '#guildhall/control/operations/devices.js';
import { listGrants } from '#guildhall/control/operations/grants.js';
import { getStatus, stopDaemon } from '#guildhall/control/operations/status.js';
import { ControlSocket } from '#guildhall/control/server/control-socket.js';
import { checkUnixPeers } from '#guildhall/daemon/peer-checks.js';
import { allowAnyPeer, type PeerCheck } from '#guildhall/net/peer-check.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { UserError } from '#guildhall/platform/errors.js';
import { LOOK_FOR_FILES_MS } from '#guildhall/platform/files/removed-file.js';
import { type HomeFiles, homeFiles } from '#guildhall/platform/home.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { isSuspended } from '#guildhall/platform/processes/lock-holder.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { onlyLinux, onlyPosix } from '../helpers/only-on.js';
import { passUntil } from '../helpers/with-clock.js';
import { MockPeerCredentials } from '../mocks/mock-peers.js';
import { signIn } from './console-session.js';
import { withControl } from './control-harness.js';
import { send } from './http.js';

const posix = { skip: onlyPosix('named pipes are not files') };

const linux = { skip: onlyLinux('processes are found in /proc') };
const LONG = ['x'.repeat(60), 'y'.repeat(60)];

function inHome(run: (files: HomeFiles) => Promise<void>, ...below: string[]): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-socket-'));
    try {
      const home = join(folder, ...below);
      await mkdir(home, { recursive: true });
      await run(homeFiles(home));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const listen = (files: HomeFiles, peers: PeerCheck = allowAnyPeer) =>
  ControlSocket.listen(files, peers, (_request, response) => response.end());

test(
  'the socket is accessible only to its owner, even in a home that others can read',
  posix,
  inHome(async (files) => {
    await chmod(files.home, 0o755);
    const server = await listen(files);
    assert.equal((await stat(files.controlSocket)).mode & 0o777, 0o600);
    await server.stop();
  }),
);

test(
  'a request to a suspended or hung daemon fails, and one that only takes long continues',
  inHome(async (files) => {
    let isHanging = false;
    let asked = 0;
    const waiting: ServerResponse[] = [];
    const server = await ControlSocket.listen(files, allowAnyPeer, ({ url }, response) => {
      if (url !== '/status') {
        waiting.push(response);
        return;
      }
      asked += 1;
      if (!isHanging) response.end('{}');
    });
    try {
      const clock = new ManualClock();
      const client = new ControlClient(files, { clock });
      const stopped = client.call(stopDaemon, {}, {});
      await eventually(() => waiting.length === 1);
      for (const times of [1, 2]) {
        await clock.advance(5_000);
        await eventually(() => asked === times);
        // Answered, it waits again.
        await settle();
        await eventually(() => clock.timers === 1);
      }
      waiting[0]?.end('{"pid":12}');
      assert.equal((await stopped).pid, 12);
      isHanging = true;
      const refused = assert.rejects(client.call(stopDaemon, {}, {}), (error) => {
        assert.ok(error instanceof NotAnsweringError);
        assert.match(error.message, /^the daemon(?: \(process \d+\))? does not answer$/);
        assert.match(error.hint ?? '', /^See: guildhall doctor --home /);
        return true;
      });
      await eventually(() => waiting.length === 2);
      await clock.advance(5_000);
      await eventually(() => asked === 3);
      await clock.advance(20_000);
      await refused;
    } finally {
      await server.stop();
    }
  }),
);

test(
  'after a second without an answer the client says what it waits for, and refuses to wait for a suspended process',
  linux,
  inHome(async (files) => {
    const server = await ControlSocket.listen(files, allowAnyPeer, () => {});
    const lock = await open(files.lock, 'w');
    const holder = spawn('sleep', ['infinity'], { stdio: [lock.fd, 'ignore', 'ignore'] });
    await lock.close();
    try {
      const clock = new ManualClock();
      const notes: string[] = [];
      const client = new ControlClient(files, { clock, note: (text) => notes.push(text) });
      const ask = async () => {
        const asked = assert.rejects(client.call(getStatus, {}, {}), NotAnsweringError);
        await eventually(() => clock.timers === 1);
        await clock.advance(1_000);
        return asked;
      };
      const asked = ask();
      await eventually(() => notes.length > 0);
      assert.deepEqual(notes, [`waiting for the daemon (process ${holder.pid}) to answer`]);
      await clock.advance(20_000);
      await asked;
      holder.kill('SIGSTOP');
      await eventually(() => isSuspended(String(holder.pid)));
      const refused = assert.rejects(client.call(getStatus, {}, {}), {
        message: `the daemon (process ${holder.pid}) is suspended`,
        hint: `Let it continue with: kill -CONT ${holder.pid}`,
      });
      await eventually(() => clock.timers === 1);
      await clock.advance(1_000);
      await refused;
      assert.equal(notes.length, 1);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      await server.stop();
    }
  }),
);

/** A socket of a program that is no daemon: it sends the head of a reply, and then the same text again and again. */
async function withEndless(
  text: string,
  times: number,
  run: (files: HomeFiles) => Promise<void>,
): Promise<void> {
  await inHome(async (files) => {
    const server = await ControlSocket.listen(files, allowAnyPeer, (_request, response) => {
      const chunks = Array.from({ length: times }, () => text);
      response.writeHead(200);
      Readable.from(chunks).pipe(response, { end: false });
    });
    await run(files);
    await server.stop();
  })();
}

test('a reply without an end is refused when it is too long, and so is an item of a stream', () =>
  withEndless('x'.repeat(2 ** 20), 80, async (files) => {
    const client = new ControlClient(files, { clock: new ManualClock() });
    const tooLong = { message: 'the daemon sent more than 64 MiB at once' };
    await assert.rejects(client.call(getStatus, {}, {}), tooLong);
    await assert.rejects(client.stream(watchDevices, {}, {}).next(), tooLong);
  }));

test('a reply that is not finished is given up after a minute', () =>
  withEndless('x', 1, async (files) => {
    const clock = new ManualClock();
    const call = assert.rejects(new ControlClient(files, { clock }).call(getStatus, {}, {}), {
      message: 'the daemon did not finish its reply',
    });
    await passUntil(clock, call, 1_000);
  }));

test(
  'a home that is in use without a socket is not said to have no daemon',
  linux,
  inHome(async (files) => {
    const lock = await open(files.lock, 'w');
    try {
      await assert.rejects(new ControlClient(files).call(getStatus, {}, {}), (error) => {
        assert.ok(error instanceof NotAnsweringError);
        assert.equal(
          error.message,
          `the daemon (process ${process.pid}) has no control socket in ${files.home}`,
        );
        assert.match(error.hint ?? '', /: repeat the command\. .* kill \d+$/);
        return true;
      });
    } finally {
      await lock.close();
    }
  }),
);

for (const below of [[], LONG]) {
  test(
    `a removed socket is recreated (${below.length === 0 ? 'a short path' : 'a long path'})`,
    posix,
    inHome(
      async (files) => {
        const held: ServerResponse[] = [];
        const server = await ControlSocket.listen(files, allowAnyPeer, ({ url }, response) => {
          if (url === '/stop') held.push(response);
          else response.end();
        });
        const stopped = new ControlClient(files).call(stopDaemon, {}, {});
        await eventually(() => held.length === 1);
        await rm(files.controlSocket);
        await server.restore();
        assert.equal((await stat(files.controlSocket)).mode & 0o777, 0o600);
        await assert.rejects(new ControlClient(files).call(getStatus, {}, {}), /does not understand/);
        held[0]?.end('{"pid":12}');
        assert.equal((await stopped).pid, 12);
        await server.stop();
        assert.deepEqual(await readdir(files.home), []);
      },
      ...below,
    ),
  );

  test(
    `a daemon whose home was moved away leaves the socket of another one alone (${below.length === 0 ? 'a short path' : 'a long path'})`,
    posix,
    inHome(
      async (files) => {
        const server = await listen(files);
        await rename(files.home, `${files.home}2`);
        await mkdir(files.home);
        const other = await listen(files);
        const { ino } = await stat(files.controlSocket);
        await server.stop();
        assert.equal((await stat(files.controlSocket)).ino, ino);
        await other.stop();
        assert.deepEqual(await readdir(files.home), []);
      },
      ...(below.length === 0 ? ['home'] : below),
    ),
  );
}

const watching = new ManualClock();

test(
  'a control server looks for its socket',
  posix,
  withControl(
    async ({ daemon, files }) => {
      await rm(files.controlSocket);
      await assert.rejects(daemon.call(getStatus, {}, {}), NoDaemonError);
      await watching.advance(LOOK_FOR_FILES_MS);
      await eventually(async () => (await stat(files.controlSocket).catch(() => null)) !== null);
      await eventually(() => daemon.call(getStatus, {}, {}).catch(() => false));
    },
    undefined,
    watching,
  ),
);

test(
  'the socket that a killed daemon left behind is replaced',
  posix,
  inHome(async (files) => {
    const script = `require('net').createServer().listen(${JSON.stringify(files.controlSocket)}, () => console.log('up'))`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok((await stat(files.controlSocket)).isSocket());
    const server = await listen(files);
    await server.stop();
  }),
);

test(
  'the socket of a running daemon and a file in its place are not replaced',
  posix,
  inHome(async (files) => {
    const server = await listen(files);
    await assert.rejects(
      listen(files),
      (error) => error instanceof UserError && /already running/.test(error.message),
    );
    await server.stop();
    await writeFile(files.controlSocket, 'mine');
    await assert.rejects(
      listen(files),
      (error) => error instanceof UserError && /is not a socket/.test(error.message),
    );
  }),
);

test(
  'the socket is in the home even if its path is too long for a socket',
  posix,
  inHome(
    async (files) => {
      const before = process.cwd();
      assert.equal(files.controlSocket, join(files.home, 'control.sock'));
      assert.ok(Buffer.byteLength(files.controlSocket) > 108);
      await assert.rejects(new ControlClient(files).call(getStatus, {}, {}), NoDaemonError);
      const server = await listen(files);
      assert.equal((await stat(files.controlSocket)).mode & 0o777, 0o600);
      await assert.rejects(
        new ControlClient(files).call(getStatus, {}, {}),
        (error) => error instanceof UserError && /does not understand/.test(error.message),
      );
      await assert.rejects(listen(files), /already running/);
      await server.stop();
      await assert.rejects(stat(files.controlSocket), { code: 'ENOENT' });
      await assert.rejects(new ControlClient(files).call(getStatus, {}, {}), NoDaemonError);
      assert.equal(process.cwd(), before);
    },
    ...LONG,
  ),
);

test(
  'a daemon whose home with a long path was removed stops without touching other files',
  posix,
  inHome(
    async (files) => {
      const before = process.cwd();
      const elsewhere = await mkdtemp(join(tmpdir(), 'guildhall-elsewhere-'));
      await writeFile(join(elsewhere, 'control.sock'), 'of another daemon');
      const server = await listen(files);
      await rm(files.home, { recursive: true });
      process.chdir(elsewhere);
      try {
        await server.stop();
        await stat(join(elsewhere, 'control.sock'));
      } finally {
        process.chdir(before);
        await rm(elsewhere, { recursive: true });
      }
    },
    ...LONG,
  ),
);

test(
  'a home with a long path that does not exist has no daemon',
  posix,
  inHome(async ({ home }) => {
    const files = homeFiles(join(home, ...LONG));
    await assert.rejects(new ControlClient(files).call(getStatus, {}, {}), NoDaemonError);
  }),
);

test(
  'a refused peer gets only a refusal, whatever the mode of the socket',
  posix,
  inHome(async (files) => {
    const credentials = new MockPeerCredentials();
    credentials.peer = { user: '1001', pid: 1, inode: null };
    const server = await listen(
      files,
      checkUnixPeers({ credentials, clock: systemClock, log: silentLogger }),
    );
    const call = () => new ControlClient(files).call(getStatus, {}, {});
    try {
      await assert.rejects(call, { name: 'UserError', message: 'This home belongs to another user.' });
      for (const user of [credentials.currentUser, credentials.superuser]) {
        credentials.peer = { user, pid: 1, inode: null };
        await assert.rejects(call, /does not understand/);
      }
    } finally {
      await server.stop();
    }
  }),
);

test(
  'nothing is sent to a daemon of another user, even in a home that appears after it was looked up',
  posix,
  inHome(async (files) => {
    let requests = 0;
    const server = await ControlSocket.listen(files, allowAnyPeer, (_request, response) => {
      requests += 1;
      response.end();
    });
    const credentials = new MockPeerCredentials();
    const missing = { ...files, home: join(files.home, 'missing') };
    try {
      for (const each of [files, missing]) {
        const call = () => new ControlClient(each, { credentials }).call(getStatus, {}, {});
        for (const peer of [{ user: '1001', pid: 1, inode: null }, 'not-found', 'unavailable'] as const) {
          credentials.peer = peer;
          await assert.rejects(
            call,
            /^UserError: (?:the control socket of \S+ is served by the user 1001|cannot determine which user serves)/,
          );
        }
        assert.equal(requests, 0);
        for (const user of [String(process.getuid?.()), '0']) {
          credentials.peer = { user, pid: 1, inode: null };
          await assert.rejects(call, /does not understand/);
        }
        assert.equal(requests, 2);
        requests = 0;
      }
    } finally {
      await server.stop();
    }
  }),
);

test(
  'the client reports when no daemon is running, or something else answers',
  inHome(async (files) => {
    await assert.rejects(new ControlClient(files).call(getStatus, {}, {}), NoDaemonError);
    const server = await listen(files);
    await assert.rejects(
      new ControlClient(files).call(getStatus, {}, {}),
      (error) => error instanceof UserError && /does not understand/.test(error.message),
    );
    await server.stop();
  }),
);

test(
  'after the end neither socket nor page answers',
  withControl(async (harness) => {
    const page = harness.server.consoleUrl;
    await harness.server.stop();
    await assert.rejects(harness.daemon.call(getStatus, {}, {}), NoDaemonError);
    await assert.rejects(fetch(page));
  }),
);

test(
  'requests in progress get their replies before the end, and streams are broken off',
  withControl(
    async (harness) => {
      const { client, daemon, server } = harness;
      const held: Deferred<[]>[] = [];
      client.grants = () => {
        const grants = new Deferred<[]>();
        held.push(grants);
        return grants.promise;
      };
      const { headers, url } = await signIn(harness);
      const stream = daemon.stream(watchDevices, {}, {});
      await stream.next();
      const reply = daemon.call(listGrants, {}, {});
      await eventually(() => held.length === 1);
      const pageReply = send(`${url}api/grants`, { headers });
      await eventually(() => held.length === 2);
      const stopped = server.stop();
      await assert.rejects(async () => {
        for await (const _item of stream) await null;
      }, /closed the connection/);
      held[0]?.resolve([]);
      assert.deepEqual(await reply, []);
      const isRefused = () =>
        send(url).then(
          () => false,
          () => true,
        );
      await eventually(isRefused);
      held[1]?.resolve([]);
      assert.equal((await pageReply).status, 200);
      await stopped;
    },
    undefined,
    new ManualClock(),
  ),
);
