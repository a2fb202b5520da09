import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';

/** Runs a program in a terminal of its own, whose keyboard is standard input. */
const IN_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const settings = { through: ['python3', '-c', IN_TERMINAL], hasInput: true };

const QUESTION = 'Type once, always or deny';

/** The number of questions that the terminal has shown. */
const questions = ({ stdout }: TestDaemon) => stdout.split(QUESTION).length - 1;

async function connectGame(daemon: TestDaemon) {
  const game = await registerGame(daemon);
  const { port } = daemon.runtime.rpc;
  const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
  return {
    client,
    ask: (...scopes: string[]) => client.request('AUTHORIZE', { client_id: game.id, scopes }),
  };
}

function type(daemon: TestDaemon, text: string): void {
  daemon.process.stdin?.write(text);
}

/** Types an answer until it counts: a question is open for a second before. */
async function answer(daemon: TestDaemon, word: string, outcome: string): Promise<void> {
  await eventually(() => {
    type(daemon, `${word}\n`);
    return daemon.stdout.includes(outcome);
  });
}

test(
  'a person who started the daemon in a terminal answers a request there, by a whole word',
  withDaemon(async (daemon) => {
    const { ask, client } = await connectGame(daemon);
    const reply = ask('identify', 'rpc');
    await eventually(() => questions(daemon) === 1);
    for (const part of [GAME_ORIGIN, 'control this client', process.execPath]) {
      assert.ok(daemon.stdout.includes(part), part);
    }
    type(daemon, 'y\n');
    await eventually(() => questions(daemon) === 2);
    assert.equal((await daemon.cli<unknown[]>('consent', 'list')).length, 1);
    await answer(daemon, 'once', 'Allowed until it disconnects.');
    assert.equal(typeof (await reply).data?.code, 'string');
    await client.close();
    await daemon.cli('stop');
  }, settings),
);

test(
  'the terminal asks about one request after another, and says when one is decided elsewhere',
  withDaemon(async (daemon) => {
    const { ask, client } = await connectGame(daemon);
    const first = ask('identify');
    await eventually(() => questions(daemon) === 1);
    const second = ask('identify', 'guilds');
    const [waiting] = await eventually(async () => {
      const list = await daemon.cli<{ id: string }[]>('consent', 'list');
      return list.length === 2 && list;
    });
    assert.equal(questions(daemon), 1);
    await daemon.cli('consent', 'deny', waiting?.id ?? '');
    assert.equal((await first).data?.code, 5000);
    await eventually(() => daemon.stdout.includes('It no longer waits.') && questions(daemon) === 2);
    await answer(daemon, 'deny', 'Denied.');
    assert.match(String((await second).data?.message), /The user denied the request/);
    await client.close();
    await daemon.cli('stop');
  }, settings),
);

test(
  'without a terminal nothing is asked on standard output',
  withDaemon(async (daemon) => {
    const { ask, client } = await connectGame(daemon);
    void ask('identify');
    await eventually(async () => (await daemon.cli<unknown[]>('consent', 'list')).length === 1);
    assert.equal(questions(daemon), 0);
    client.socket.terminate();
  }),
);
