import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exampleOf } from '#guildhall/control/playground/example-of.js';
import { Playground } from '#guildhall/control/playground/playground.js';
import { PlaygroundConnection } from '#guildhall/control/playground/playground-connection.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import type { InspectedFrame } from '#guildhall/rpc/inspection/inspected-frame.js';
import { eventually } from '../../helpers/eventually.js';
import { inFolder } from '../../helpers/ipc-client.js';
import { APPLICATION, MockRpc, ORIGIN } from '../../helpers/mock-rpc.js';

/** Connections of the playground against an RPC server over mocks. */

let mock: MockRpc;
before(async () => {
  mock = await MockRpc.start();
});
after(() => mock.stop());

async function open(origin = ORIGIN, ipcPath: string | null = null) {
  const frames: InspectedFrame[] = [];
  const target = { port: mock.port, ipcPath, applicationId: APPLICATION.id, origin };
  const connection = await PlaygroundConnection.open(target, systemClock, (frame) => frames.push(frame));
  return { connection, frames };
}

test('commands and events of keys are refused and not sent', async () => {
  const { connection, frames } = await open();
  const refused = { code: 'refused', message: /does not capture keys/ };
  assert.throws(() => connection.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' } }), refused);
  for (const cmd of ['SUBSCRIBE', 'UNSUBSCRIBE']) {
    assert.throws(() => connection.send({ cmd, evt: 'CAPTURE_SHORTCUT_CHANGE', args: {} }), refused);
  }
  const mode = { type: 'PUSH_TO_TALK', shortcut: [{ type: 0, code: 19, name: 'p' }] };
  assert.throws(() => connection.send({ cmd: 'SET_VOICE_SETTINGS', args: { mode } }), {
    code: 'refused',
    message: /does not choose keys/,
  });
  connection.send({ cmd: 'SET_VOICE_SETTINGS', args: { mode: { ...mode, shortcut: [] } } });
  connection.send({ cmd: 'GET_GUILDS', args: {} });
  await eventually(() => frames.filter(({ evt }) => evt === 'ERROR').length === 2);
  assert.deepEqual(
    frames.map(({ direction, cmd, evt }) => [direction, cmd, evt]),
    [
      ['sent', 'DISPATCH', 'READY'],
      ['received', 'SET_VOICE_SETTINGS', null],
      ['received', 'GET_GUILDS', null],
      ['sent', 'SET_VOICE_SETTINGS', 'ERROR'],
      ['sent', 'GET_GUILDS', 'ERROR'],
    ],
  );
  connection.close();
});

test(
  'over IPC it shows an activity without AUTHENTICATE, and its frames have no secrets',
  inFolder(async (ipcFolder) => {
    const server = await MockRpc.start({ ipcFolder });
    const { connection, frames } = await open(ORIGIN, server.server.ipc?.path ?? '');
    connection.send({
      cmd: 'SET_ACTIVITY',
      args: { pid: 1, activity: { state: 'Menu', secrets: { join: 'join-secret' } } },
    });
    await eventually(() => frames.length === 3);
    assert.deepEqual(
      frames.map(({ direction, cmd, evt }) => [direction, cmd, evt]),
      [
        ['sent', 'DISPATCH', 'READY'],
        ['received', 'SET_ACTIVITY', null],
        ['sent', 'SET_ACTIVITY', null],
      ],
    );
    assert.match(JSON.stringify(frames), /Menu/);
    assert.doesNotMatch(JSON.stringify(frames), /join-secret/);
    connection.close();
    await server.stop();
  }),
);

test('tokens are hidden in the frames of both directions', async () => {
  const { connection, frames } = await open();
  const token = mock.grant(['rpc'], { token: 'a-very-secret-token' });
  connection.send({ cmd: 'AUTHENTICATE', args: { access_token: token } });
  await eventually(() => frames.some(({ cmd, direction }) => cmd === 'AUTHENTICATE' && direction === 'sent'));
  assert.match(JSON.stringify(frames), /\[hidden\]/);
  assert.equal(JSON.stringify(frames).includes(token), false);
  connection.close();
});

test('the server decides about the origin, as for every client', async () => {
  await assert.rejects(open('https://elsewhere.example'), {
    code: 'refused',
    message: /4001 Invalid Origin/,
  });
});

test('authorize waits for the person, and a denial is refused', async () => {
  const { connection } = await open();
  const request = {
    apiUrl: 'http://127.0.0.1:9/api',
    clientSecret: 's',
    redirectUri: 'http://localhost',
    scopes: ['rpc'],
  };
  const authorized = connection.authorize(request, new AbortController().signal);
  const asked = await eventually(() => mock.asked.at(-1));
  asked.answer(false);
  await assert.rejects(authorized, { code: 'refused', message: /access_denied/ });
  connection.close();
});

test('a fifth connection is refused until another one ends', async () => {
  const playground = new Playground();
  const { connection } = await open();
  const ids = Array.from({ length: 4 }, () => playground.add(connection));
  assert.throws(() => playground.add(connection), { code: 'refused' });
  playground.remove(ids[0] ?? '');
  assert.equal(playground.require(playground.add(connection)), connection);
  assert.throws(() => playground.require(ids[0] ?? ''), { code: 'not_found' });
  connection.close();
});

test('every command has an example of its arguments', () => {
  for (const { name, args } of COMMANDS.values()) {
    const example = exampleOf(args);
    assert.equal(typeof example, 'object', name);
    const required = (args as { required?: string[] }).required ?? [];
    assert.deepEqual(Object.keys(Object(example)), required, name);
  }
});
