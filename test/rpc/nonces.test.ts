import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { ExactNumber } from '#guildhall/protocol/encoding/encoding.js';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { NONCE_LENGTH } from '#guildhall/protocol/rpc/payload.js';
import { APPLICATION, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';

const ERROR = '{"code":4006,"message":"Not authenticated or invalid scope"}';

/** Nonces as JSON writes them. */
const ECHOED = [
  '9007199254740993',
  '-12345678901234567890123',
  '0.1234567890123456789',
  '1.0',
  '1e400',
  '7',
  'true',
  'false',
  '""',
  '"\\"nonce\\":1"',
  JSON.stringify('x'.repeat(NONCE_LENGTH - 1024)),
];

test(
  'JSON nonces are echoed as written: long numbers, booleans, long strings',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    for (const nonce of ECHOED) {
      const reply = once(client.socket, 'message');
      client.send(`{"cmd":"GET_GUILDS","args":{"nonce":5,"a":[{"nonce":6}]},"nonce": ${nonce} }`);
      const [bytes] = await reply;
      assert.equal(String(bytes), `{"cmd":"GET_GUILDS","data":${ERROR},"evt":"ERROR","nonce":${nonce}}`);
    }
    await client.close();
  }),
);

test(
  'the last of several JSON nonces is echoed, however its key is escaped',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const reply = once(client.socket, 'message');
    client.send('{"nonce":1,"cmd":"GET_GUILDS","n\\u006fnce":9007199254740993}');
    const [bytes] = await reply;
    assert.match(String(bytes), /"nonce":9007199254740993\}$/);
    await client.close();
  }),
);

test(
  'POST /rpc echoes a nonce digit by digit',
  withMockRpc(async (mock) => {
    const response = await fetch(`http://127.0.0.1:${mock.port}/rpc?v=1&client_id=${APPLICATION.id}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: '{"cmd":"SET_CERTIFIED_DEVICES","args":{"devices":[]},"nonce":9007199254740993}',
    });
    assert.match(await response.text(), /"nonce":9007199254740993\}$/);
  }),
);

test(
  'ETF nonces are echoed unchanged: integers beyond 2^53, booleans, text of digits',
  withMockRpc(async (mock) => {
    const client = await mock.connect({ encoding: etfEncoding });
    const nonces = [
      new ExactNumber('9007199254740993'),
      new ExactNumber('-340282366920938463463374607431768211455'),
      '9007199254740993',
      true,
      0.1,
    ];
    for (const nonce of nonces) {
      const reply = once(client.socket, 'message');
      client.socket.send(etfEncoding.encode({ cmd: 'GET_GUILDS', nonce }));
      const [bytes] = await reply;
      const data = { code: 4006, message: 'Not authenticated or invalid scope' };
      const expected = etfEncoding.encode({ cmd: 'GET_GUILDS', data, evt: 'ERROR', nonce });
      assert.deepEqual(bytes, Buffer.from(expected));
    }
    await client.close();
  }),
);

test(
  'a nonce that is too long or not a scalar is refused with 4000',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    for (const nonce of [`"${'x'.repeat(NONCE_LENGTH + 1)}"`, '9'.repeat(NONCE_LENGTH + 1), '{}', '[1]']) {
      client.send(`{"cmd":"GET_GUILDS","nonce":${nonce}}`);
      const { data, nonce: echoed } = await client.next();
      assert.deepEqual([data?.code, echoed], [4000, null]);
    }
    await client.close();
  }),
);
