import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import {
  accessToken,
  GAME_ORIGIN,
  type Person,
  registerGame,
  type TestApplication,
} from '../helpers/service.js';

const HOLDER = fileURLToPath(import.meta.resolve('./support/lock-holder.js'));
const VOICE_LOCKED = 4006;

/** An application with a token that outlives daemons. */
interface Application {
  readonly game: TestApplication;
  readonly token: string;
}

const programs: ChildProcess[] = [];
after(() => {
  for (const program of programs) program.kill('SIGKILL');
});

async function register(daemon: TestDaemon): Promise<Application> {
  const game = await registerGame(daemon);
  const person = await daemon.cli<Person>('whoami');
  return { game, token: await accessToken(daemon.runtime.api.url, game, person, ['rpc']) };
}

async function connect(daemon: TestDaemon, { game, token }: Application): Promise<RawRpcClient> {
  const { port } = daemon.runtime.rpc;
  const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
  assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
  return client;
}

/** Starts a program of an application that changes settings. */
async function startHolder(daemon: TestDaemon, { game, token }: Application): Promise<ChildProcess> {
  const holder = fork(HOLDER, [String(daemon.runtime.rpc.port), game.id, token], { execArgv: [] });
  programs.push(holder);
  assert.deepEqual((await once(holder, 'message'))[0], true);
  return holder;
}

/** What voice settings are in effect: mute, and the volume of the input. */
async function effective(client: RawRpcClient): Promise<unknown[]> {
  const { data } = await client.request('GET_VOICE_SETTINGS');
  return [data?.mute, (data?.input as { volume: number } | undefined)?.volume];
}

/** Connects an application whose settings come back, once the lock of another one that has disconnected has ended. */
function reconnect(daemon: TestDaemon, application: Application): Promise<RawRpcClient> {
  return eventually(async () => {
    const client = await connect(daemon, application);
    if ((await effective(client))[0] === true) return client;
    await client.close();
    return false;
  });
}

async function isLocked(client: RawRpcClient): Promise<boolean> {
  const reply = await client.request('SET_VOICE_SETTINGS', {});
  assert.ok(reply.evt === null || reply.data?.code === VOICE_LOCKED, JSON.stringify(reply));
  return reply.evt !== null;
}

test('a killed program releases its voice settings lock, and its settings apply again when it reconnects, even after a restart', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  let daemon = await TestDaemon.start({ home });
  try {
    const [application, rival] = [await register(daemon), await register(daemon)];
    let observer = await connect(daemon, rival);
    const holder = await startHolder(daemon, application);
    assert.deepEqual([await effective(observer), await isLocked(observer)], [[true, 17], true]);
    holder.kill('SIGKILL');
    await eventually(async () => !(await isLocked(observer)));
    assert.deepEqual(await effective(observer), [false, 100]);

    // The rival has the lock by now, with nothing changed.
    await observer.close();
    const back = await reconnect(daemon, application);
    assert.deepEqual(await effective(back), [true, 17]);
    observer = await connect(daemon, rival);
    assert.equal(await isLocked(observer), true);

    await daemon.end('SIGKILL');
    daemon = await TestDaemon.start({ home });
    observer = await connect(daemon, rival);
    // An application that only reads does not restore its own settings before the other connects.
    assert.equal((await effective(observer))[0], false);
    await observer.close();
    assert.deepEqual(await effective(await reconnect(daemon, application)), [true, 17]);
    observer = await connect(daemon, rival);
    assert.equal(await isLocked(observer), true);
  } finally {
    await daemon.stop();
    await rm(home, { recursive: true, force: true });
  }
});
