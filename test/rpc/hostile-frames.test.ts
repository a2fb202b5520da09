import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MockRpc } from '../helpers/mock-rpc.js';
import { withMockRpc } from '../helpers/mock-rpc.js';

const hostile: {
  what: string;
  frame: string | Uint8Array;
  message: RegExp;
  nonce?: unknown;
  cmd?: string;
}[] = [
  { what: 'not JSON', frame: 'hello', message: /not valid JSON/ },
  { what: 'nothing', frame: '', message: /not valid JSON/ },
  { what: 'bytes that are not text', frame: new Uint8Array([0xff, 0xfe, 0x00]), message: /not valid JSON/ },
  { what: 'a number', frame: '42', message: /must be an object/ },
  { what: 'null', frame: 'null', message: /must be an object/ },
  { what: 'an array', frame: '[{"cmd":"GET_GUILDS"}]', message: /must be an object/ },
  { what: 'no cmd', frame: '{"nonce":"1"}', message: /requires a cmd/, nonce: '1' },
  {
    what: 'a cmd that is not a string',
    frame: '{"cmd":{},"nonce":"1"}',
    message: /cmd: must be a string/,
    nonce: '1',
  },
  {
    what: 'no nonce',
    frame: '{"cmd":"GET_GUILDS"}',
    message: /^Payload requires a nonce$/,
    cmd: 'GET_GUILDS',
  },
  {
    what: 'a nonce of null',
    frame: '{"cmd":"GET_GUILDS","nonce":null}',
    message: /requires a nonce/,
    cmd: 'GET_GUILDS',
  },
  {
    what: 'a nonce that is an object',
    frame: '{"cmd":"GET_GUILDS","nonce":{}}',
    message: /nonce: must be/,
    cmd: 'GET_GUILDS',
  },
  {
    what: 'args that are a list',
    frame: '{"cmd":"AUTHENTICATE","nonce":1,"args":[]}',
    message: /^args/,
    nonce: 1,
    cmd: 'AUTHENTICATE',
  },
  {
    what: 'args that are text',
    frame: '{"cmd":"AUTHENTICATE","nonce":1,"args":"x"}',
    message: /^args: must be object$/,
    nonce: 1,
    cmd: 'AUTHENTICATE',
  },
  {
    what: 'an argument of another type',
    frame: '{"cmd":"AUTHENTICATE","nonce":1,"args":{"access_token":1}}',
    message: /^args\.access_token: must be string$/,
    nonce: 1,
    cmd: 'AUTHENTICATE',
  },
  {
    what: 'a cmd in the prototype',
    frame: '{"__proto__":{"cmd":"GET_GUILDS"},"nonce":"1"}',
    message: /requires a cmd/,
    nonce: '1',
  },
];

for (const { what, frame, message, nonce = null, cmd = 'DISPATCH' } of hostile) {
  test(
    `a frame that is ${what} is refused with 4000, and the connection stays open`,
    withMockRpc(async (mock) => {
      const client = await mock.connect();
      client.send(frame);
      const error = await client.next();
      assert.deepEqual(Object.keys(error), ['cmd', 'data', 'evt', 'nonce']);
      assert.equal(error.cmd, cmd);
      assert.equal(error.evt, 'ERROR');
      assert.equal(error.nonce, nonce);
      assert.equal(error.data?.code, 4000);
      assert.match(String(error.data?.message), message);
      assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
      await client.close();
    }),
  );
}

test(
  'a command named after a property of every object is an invalid command',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    for (const cmd of ['constructor', '__proto__', 'toString', 'FOO', 'DISPATCH']) {
      const { data } = await client.request(cmd);
      assert.deepEqual(data, { code: 4002, message: `Invalid command: ${cmd}` });
    }
    await client.close();
  }),
);

test(
  'a command that does not exist is refused with 4006 before AUTHENTICATE and after the token expired',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    for (const cmd of ['constructor', 'FOO', 'DISPATCH']) {
      assert.equal((await client.request(cmd)).data?.code, 4006);
    }
    const expired = mock.grant(['rpc'], { expiresAt: 0 });
    await client.request('AUTHENTICATE', { access_token: expired });
    assert.equal((await client.request('FOO')).data?.code, 4006);
    await client.close();
  }),
);

test(
  'the deepest possible nesting does no harm',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const depth = 120_000;
    client.send(`{"cmd":"AUTHENTICATE","nonce":1,"args":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    assert.equal((await client.next()).data?.code, 4000);
    await client.close();
  }),
);

test(
  'a frame of 10 MB closes its connection with 1009 and no other',
  withMockRpc(async (mock) => {
    const bystander = await mock.connect();
    const client = await mock.connect();
    client.send(`{"cmd":"GET_GUILDS","nonce":"${'x'.repeat(10_000_000)}"}`);
    assert.equal((await client.closed).code, 1009);
    await serves(mock);
    assert.equal((await bystander.request('GET_GUILDS')).data?.code, 4006);
    await bystander.close();
  }),
);

test(
  'a broken WebSocket frame closes its connection and no other',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    // Reserved bits and an opcode that does not exist, straight onto the socket.
    (client.socket as unknown as { _socket: { write(data: Buffer): void } })._socket.write(
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]),
    );
    assert.ok([1002, 1006].includes((await client.closed).code));
    await serves(mock);
  }),
);

async function serves(mock: MockRpc): Promise<void> {
  const client = await mock.connect();
  assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
  await client.close();
}
