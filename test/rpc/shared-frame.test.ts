import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Encoding } from '#guildhall/protocol/encoding/encoding.js';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { dispatch } from '#guildhall/protocol/rpc/payload.js';
import { SharedFrame } from '#guildhall/rpc/subscriptions/shared-frame.js';

/** Counts how often an encoding writes. */
function counted(encoding: Encoding): { encoding: Encoding; count: () => number } {
  let encoded = 0;
  const encode = (value: unknown) => {
    encoded += 1;
    return encoding.encode(value);
  };
  return { encoding: { ...encoding, encode }, count: () => encoded };
}

const lengthPrefixed = (data: string | Uint8Array) =>
  Buffer.concat([Buffer.of(data.length), Buffer.from(data)]);
const bare = (data: string | Uint8Array) => Buffer.from(data);

test('an event is written once for all connections with the same encoding and transport', () => {
  const frame = new SharedFrame(dispatch('SPEAKING_START', { user_id: '1' }));
  const json = counted(jsonEncoding);
  const etf = counted(etfEncoding);
  const written = frame.as(json.encoding, bare);
  for (let connection = 0; connection < 10; connection += 1) {
    assert.equal(frame.as(json.encoding, bare), written);
    assert.equal(frame.as(etf.encoding, bare), frame.as(etf.encoding, bare));
  }
  assert.equal(json.count(), 1);
  assert.equal(etf.count(), 1);
});

test('each transport gets an event in its own framing', () => {
  const frame = new SharedFrame(dispatch('SPEAKING_START', { user_id: '1' }));
  const plain = Buffer.from(frame.as(jsonEncoding, bare));
  assert.equal(JSON.parse(plain.toString()).evt, 'SPEAKING_START');
  assert.deepEqual(frame.as(jsonEncoding, lengthPrefixed), Buffer.concat([Buffer.of(plain.length), plain]));
});
