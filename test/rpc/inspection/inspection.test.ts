import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecret } from '#guildhall/protocol/schema.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import { RPC_EVENTS } from '#guildhall/rpc/events/index.js';
import type { InspectedFrame } from '#guildhall/rpc/inspection/inspected-frame.js';
import { eventually } from '../../helpers/eventually.js';
import { type MockRpc, withMockRpc } from '../../helpers/mock-rpc.js';
import { guild, textChannel } from '../../helpers/objects.js';
import type { RawRpcClient } from '../../helpers/rpc-client.js';
import { COMMAND_ROWS, EVENT_ROWS } from '../conformance-rows.js';

const SCOPES = ['rpc', 'identify', 'messages.read', 'rpc.notifications.read'];
/** Commands whose arguments or reply are secret. */
const SECRET_COMMANDS = ['AUTHENTICATE', 'AUTHORIZE', 'CAPTURE_SHORTCUT'];

/** What an inspector of the only connection shows. */
class Inspected {
  readonly frames: InspectedFrame[] = [];
  isClosed = false;
  readonly stop: () => void;

  constructor(mock: MockRpc) {
    const [session] = mock.server.sessions.list();
    assert.ok(session);
    const stop = mock.server.sessions.inspect(session.id, {
      frames: (frames) => this.frames.push(...frames),
      closed: () => {
        this.isClosed = true;
      },
    });
    assert.ok(stop);
    this.stop = stop;
  }

  /** The first frame that is accepted. */
  async next(isWanted: (frame: InspectedFrame) => boolean): Promise<InspectedFrame> {
    const found = await eventually(async () => this.frames.find(isWanted));
    assert.ok(found);
    return found;
  }

  get text(): string {
    return this.frames.map(({ text }) => text).join('\n');
  }
}

const content = ({ text }: InspectedFrame): unknown => JSON.parse(text);

async function connect(mock: MockRpc, scopes: readonly string[] | null): Promise<RawRpcClient> {
  mock.client.addGuild(
    guild('200', {
      channels: [textChannel('11'), textChannel('12', { type: 2 }), textChannel('13', { type: 2 })],
    }),
  );
  return scopes === null ? mock.connect() : mock.authenticated([...scopes]);
}

for (const row of COMMAND_ROWS) {
  test(
    `${row.cmd} ${JSON.stringify(row.args ?? {})} is shown as it is on the wire, without secrets`,
    withMockRpc(async (mock) => {
      const client = await connect(mock, row.scopes === undefined ? SCOPES : row.scopes);
      row.before?.(mock);
      const inspected = new Inspected(mock);
      const frame = { cmd: row.cmd, args: row.args, evt: row.evt, nonce: 'n' };
      client.send(frame);
      const reply = await client.next(({ nonce }) => nonce === 'n');
      const sent = await inspected.next(({ direction, nonce }) => direction === 'sent' && nonce === 'n');
      const received = inspected.frames.find(({ direction }) => direction === 'received');
      assert.ok(received);
      assert.equal(received.bytes, JSON.stringify(frame).length);
      if (!SECRET_COMMANDS.includes(row.cmd)) {
        assert.deepEqual(content(sent), reply);
        if (row.error === undefined) assert.deepEqual(content(received), JSON.parse(JSON.stringify(frame)));
      }
      for (const secret of ['one-time', 'code-1', 'token-']) assert.ok(!inspected.text.includes(secret));
      inspected.stop();
      await client.close();
    }),
  );
}

for (const row of EVENT_ROWS) {
  test(
    `${row.evt} is shown as it is on the wire`,
    withMockRpc(async (mock) => {
      const client = await connect(mock, SCOPES);
      const inspected = new Inspected(mock);
      await client.request('SUBSCRIBE', row.args, row.evt);
      const subscribe = await inspected.next(({ cmd }) => cmd === 'SUBSCRIBE');
      assert.deepEqual(Reflect.get(content(subscribe) as object, 'args') ?? {}, row.args ?? {});
      row.happens(mock);
      const event = await client.next(({ cmd }) => cmd === 'DISPATCH');
      const shown = await inspected.next(({ cmd }) => cmd === 'DISPATCH');
      assert.equal(shown.evt, row.evt);
      assert.deepEqual(content(shown), event);
      inspected.stop();
      await client.close();
    }),
  );
}

test(
  'what is not declared is replaced, wherever a client puts a secret',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const inspected = new Inspected(mock);
    const secret = 'c2VjcmV0LXRva2VuLXRoYXQtbm9ib2R5LW1heS1yZWFk';
    const frames = [
      { cmd: 'AUTHENTICATE', args: { acces_token: secret, access_token: [secret], extra: { deep: secret } } },
      { cmd: 'AUTHENTICATE', args: secret },
      { cmd: 'AUTHENTICATE', args: [secret], evt: secret },
      { cmd: 'AUTHORIZE', args: { client_id: { secret }, scopes: { secret }, rpc_token: { secret } } },
      { cmd: 'authenticate', args: { access_token: secret } },
      { cmd: secret, args: {}, [secret]: 1, token: secret },
      { cmd: 'SUBSCRIBE', args: { token: secret }, evt: 'GUILD_STATUS' },
      { cmd: 'SUBSCRIBE', args: { token: secret }, evt: 'UNKNOWN' },
      { cmd: 'GET_GUILDS', args: { access_token: secret } },
      { cmd: 'SET_VOICE_SETTINGS', args: { input: secret, deaf: secret, mode: { type: secret } } },
      { cmd: 'SELECT_VOICE_CHANNEL', args: { channel_id: [secret], timeout: secret, force: secret } },
    ];
    for (const [index, frame] of frames.entries()) client.send({ ...frame, nonce: index });
    client.socket.send(`{"cmd":"AUTHENTICATE","args":{"access_token":"${secret}"`);
    await eventually(() => inspected.frames.length === 24);
    const received = inspected.frames.filter(({ direction }) => direction === 'received');
    const replies = inspected.frames.filter(({ direction }) => direction === 'sent');
    assert.equal(replies.length, 12);
    for (const { text } of [...received, ...replies]) assert.ok(!text.includes(secret), text);
    assert.deepEqual(content(received[0] as InspectedFrame), {
      cmd: 'AUTHENTICATE',
      args: { acces_token: '[not declared]', access_token: '[hidden]', extra: '[not declared]' },
      nonce: 0,
    });
    assert.deepEqual(content(received[11] as InspectedFrame), { refused: 'Payload is not valid JSON' });
    inspected.stop();
    await client.close();
  }),
);

test(
  'an error that quotes a long word of the client hides it',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const inspected = new Inspected(mock);
    const secret = 'c2VjcmV0LXRva2VuLXRoYXQtbm9ib2R5LW1heS1yZWFk';
    const { data } = await client.request(secret);
    assert.match(String(data?.message), new RegExp(secret));
    const reply = await inspected.next(({ direction }) => direction === 'sent');
    assert.match(reply.text, /Invalid command: \[hidden\]/);
    assert.ok(!inspected.text.includes(secret));
    inspected.stop();
    await client.close();
  }),
);

test(
  'captured keys are hidden, in the event and in the reply',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const inspected = new Inspected(mock);
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    mock.hardware.keys.press('q');
    mock.hardware.keys.release('q');
    await client.next(({ nonce }) => nonce === 'start');
    const change = await inspected.next(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE');
    assert.deepEqual(Reflect.get(content(change) as object, 'data'), { shortcut: '[hidden]' });
    const reply = await inspected.next(({ direction, nonce }) => direction === 'sent' && nonce === 'start');
    assert.deepEqual(Reflect.get(content(reply) as object, 'data'), { shortcut: '[hidden]' });
    assert.ok(!inspected.text.includes('"q"'));
    inspected.stop();
    await client.close();
  }),
);

test(
  'an inspection ends with its connection, and an unknown connection has none',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const inspected = new Inspected(mock);
    const stopped = new Inspected(mock);
    await client.request('GET_GUILDS');
    stopped.stop();
    await client.request('GET_GUILDS');
    await client.close();
    await eventually(() => inspected.isClosed);
    assert.equal(inspected.frames.length, 4, 'frames before the close are shown');
    assert.equal(stopped.isClosed, false);
    assert.equal(mock.server.sessions.inspect('gone', { frames: () => {}, closed: () => {} }), null);
  }),
);

test('tokens, codes and secrets are marked in every declaration', () => {
  const unmarked: string[] = [];
  const declared = [...COMMANDS.values(), ...RPC_EVENTS.values()];
  for (const { name, args, data } of declared) {
    for (const schema of [args, data]) {
      const properties: unknown = Reflect.get(schema, 'properties') ?? {};
      for (const [property, value] of Object.entries(properties as Record<string, object>)) {
        const soundsSecret = /token|secret|password|^code$/.test(property);
        if (soundsSecret && !isSecret(value)) unmarked.push(`${name}.${property}`);
      }
    }
  }
  assert.deepEqual(unmarked, []);
});
