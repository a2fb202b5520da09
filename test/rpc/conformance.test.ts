import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { RPC_ERRORS } from '#guildhall/protocol/rpc/errors.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import { RPC_EVENTS } from '#guildhall/rpc/events/index.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { guild, textChannel } from '../helpers/objects.js';
import { COMMAND_ROWS, EVENT_ROWS } from './conformance-rows.js';

const SCOPES = ['rpc', 'identify', 'messages.read', 'rpc.notifications.read'];

/** Rows of events and errors that need more than one exchange; each has a test of its own that names it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  READY: 'admission.test.ts',
  GUILD_CREATE: 'events.test.ts',
  VOICE_SETTINGS_UPDATE: 'voice.test.ts',
  CAPTURE_SHORTCUT_CHANGE: 'capture-shortcut.test.ts',
  CAPTURE_SHORTCUT_ALREADY_LISTENING: 'capture-shortcut.test.ts',
  // Never sent: a connection with a wrong origin is closed with 4001 before any payload (docs/rpc.md).
  INVALID_ORIGIN: 'admission.test.ts',
};

const theGuild = () =>
  guild('200', {
    channels: [textChannel('11'), textChannel('12', { type: 2 }), textChannel('13', { type: 2 })],
  });

for (const encoding of [jsonEncoding, etfEncoding]) {
  for (const row of COMMAND_ROWS) {
    const outcome = row.error === undefined ? 'answers' : `is refused with ${RPC_ERRORS[row.error.name]}`;
    test(
      `${row.cmd} ${JSON.stringify(row.args ?? {})} ${outcome} in ${encoding.name} (${row.place})`,
      withMockRpc(async (mock) => {
        mock.client.addGuild(theGuild());
        row.before?.(mock);
        const client =
          row.scopes === null
            ? await mock.connect({ encoding })
            : await mock.authenticated([...(row.scopes ?? SCOPES)], { encoding });
        const nonce = 'a nonce';
        client.send({ cmd: row.cmd, args: row.args, evt: row.evt, nonce });
        const reply = await client.next((frame) => frame.nonce === nonce);
        const expected =
          row.error === undefined
            ? { cmd: row.cmd, data: row.data, evt: null, nonce }
            : {
                cmd: row.cmd,
                data: { code: RPC_ERRORS[row.error.name], message: row.error.message },
                evt: 'ERROR',
                nonce,
              };
        assert.deepEqual(reply, expected);
        assert.deepEqual(Object.keys(reply), ['cmd', 'data', 'evt', 'nonce']);
        await client.close();
      }),
    );
  }

  for (const row of EVENT_ROWS) {
    test(
      `${row.evt} is sent in ${encoding.name} (${row.place})`,
      withMockRpc(async (mock) => {
        mock.client.addGuild(theGuild());
        const client = await mock.authenticated(SCOPES, { encoding });
        assert.equal((await client.request('SUBSCRIBE', row.args, row.evt)).evt, null);
        row.happens(mock);
        const event = await client.next((frame) => frame.cmd === 'DISPATCH');
        assert.deepEqual(event, { cmd: 'DISPATCH', data: row.data, evt: row.evt, nonce: null });
        assert.deepEqual(Object.keys(event), ['cmd', 'data', 'evt', 'nonce']);
        await client.close();
      }),
    );
  }
}

test('every command, event and error has a row', () => {
  const covered = new Set([
    ...Object.keys(ELSEWHERE),
    ...COMMAND_ROWS.flatMap(({ cmd, error }) => (error === undefined ? [cmd] : [error.name])),
    ...EVENT_ROWS.map(({ evt }) => evt),
  ]);
  // What exists over IPC alone is not of the interface (activities.test.ts).
  const commands = [...COMMANDS.values()].filter(({ access }) => access !== 'local');
  const events = [...RPC_EVENTS.values()].filter(({ access }) => access !== 'local');
  const names = [...commands, ...events].map(({ name }) => name);
  const all = [...names, 'READY', ...Object.keys(RPC_ERRORS)];
  assert.equal(commands.length, 16, 'the interface has 17 commands; DISPATCH is the server’s own');
  assert.equal(events.length, 16, 'the interface has 18 events; READY and ERROR cannot be subscribed to');
  assert.deepEqual(
    all.filter((name) => !covered.has(name)),
    [],
  );
});
