import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTEMPTS } from '../helpers/attempts.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';

/** Runs a program in a terminal of its own, whose keyboard is standard input. */
const IN_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const settings = { through: ['python3', '-c', IN_TERMINAL], hasInput: true };

const QUESTION = 'Type once, always or deny';
/** How long a question is open before an answer counts, in milliseconds. */
const ARMING = 1_000;
/** After this time answers count. */
const ARMED = ARMING + 100;

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

/** Asks, and types an answer before the question and one as it appears. */
async function answerTooEarly(daemon: TestDaemon) {
  const { ask, client } = await connectGame(daemon);
  const [shown, asked] = [questions(daemon), performance.now()];
  let isAnswered = false;
  type(daemon, 'always\n');
  const reply = ask('identify', 'rpc').finally(() => {
    isAnswered = true;
  });
  await eventually(() => questions(daemon) > shown || isAnswered);
  type(daemon, 'always\n');
  // It is asked again after each of them.
  await eventually(() => questions(daemon) === shown + 3 || isAnswered);
  const waiting = await daemon.cli<unknown[]>('consent', 'list');
  return { client, reply, isAnswered: waiting.length === 0, took: performance.now() - asked };
}

test(
  'a person who started the daemon in a terminal answers a request there, by a whole word',
  withDaemon(async (daemon) => {
    let early = await answerTooEarly(daemon);
    for (let attempt = 1; early.isAnswered && attempt < ATTEMPTS; attempt += 1) {
      // Only a busy machine that passed the lines on late makes them count.
      assert.ok(early.took >= ARMING, 'it was answered as it appeared');
      await early.client.close();
      early = await answerTooEarly(daemon);
    }
    assert.equal(early.isAnswered, false);
    const { client, reply } = early;
    for (const part of [GAME_ORIGIN, 'control this client', process.execPath]) {
      assert.ok(daemon.stdout.includes(part), part);
    }
    await sleep(ARMED);
    for (const typed of ['y\n', '\n', 'alwaysonce\n']) {
      const shown = questions(daemon);
      type(daemon, typed);
      await eventually(() => questions(daemon) > shown);
    }
    assert.equal((await daemon.cli<unknown[]>('consent', 'list')).length, 1);
    type(daemon, 'once\n');
    assert.equal(typeof (await reply).data?.code, 'string');
    await eventually(() => daemon.stdout.includes('Allowed until it disconnects.'));
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
    await sleep(ARMED);
    type(daemon, 'deny\n');
    assert.match(String((await second).data?.message), /The user denied the request/);
    await eventually(() => daemon.stdout.includes('Denied.'));
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
