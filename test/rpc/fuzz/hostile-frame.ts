import { deflateSync } from 'node:zlib';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import type { Random } from '../../helpers/random.js';
import { hostilePayload } from './hostile-payload.js';
import { VALID_PAYLOADS } from './valid-payloads.js';

export type EncodingName = 'json' | 'etf';

/** Tags of Erlang's external term format, with some that this server does not know. */
const TAGS = [
  70, 77, 80, 82, 97, 98, 99, 100, 104, 105, 106, 107, 108, 109, 110, 111, 115, 116, 118, 119,
] as const;

/** A frame that a hostile client might send. */
export function hostileFrame(random: Random, encoding: EncodingName): Buffer {
  const kinds = [
    () => random.bytes(random.below(80)),
    () => random.mutate(validFrame(random, encoding)),
    () => random.mutate(validFrame(random, encoding)),
    () => encode(hostilePayload(random), encoding),
    () => encode(hostilePayload(random), encoding),
    () => random.mutate(encode(hostilePayload(random), encoding)),
    () => (encoding === 'etf' ? hostileTerm(random) : hostileText(random)),
  ] as const;
  return random.pick([kinds[0], ...kinds])();
}

export function validFrame(random: Random, encoding: EncodingName): Buffer {
  return encode(VALID_PAYLOADS[random.below(VALID_PAYLOADS.length)], encoding);
}

export function encode(value: unknown, encoding: EncodingName): Buffer {
  return Buffer.from(encoding === 'etf' ? etfEncoding.encode(value) : JSON.stringify(value));
}

function hostileText(random: Random): Buffer {
  const depth = random.below(random.chance(0.02) ? 100_000 : 500);
  const text = random.pick<() => string>([
    () => `{"cmd":"GET_GUILD","nonce":"1","args":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    () => `{"cmd":"GET_GUILD","nonce":"1","args":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    () => '['.repeat(depth),
    () => `{"cmd":"GET_GUILD","nonce":1e${depth},"args":{"guild_id":${'9'.repeat(depth)}}}`,
    () => `{"cmd":"GET_GUILD","cmd":null,"nonce":"1","nonce":{},"args":{}}`,
    () => `{"cmd":"GET_GUILD","nonce":"\\ud800\\u0000","args":{"guild_id":"\\udc00"}}`,
    () => `\ufeff{"cmd":"GET_GUILDS","nonce":"1"}`,
  ]);
  return Buffer.from(text());
}

/** A term whose lengths and arities promise anything. */
function hostileTerm(random: Random): Buffer {
  const depth = random.below(random.chance(0.02) ? 50_000 : 300);
  const body = random.pick<() => Buffer>([
    () => Buffer.concat([Buffer.from([random.pick(TAGS)]), random.bytes(random.below(20))]),
    () => Buffer.from([random.pick([105, 107, 108, 109, 111, 116]), 0xff, 0xff, 0xff, 0xff, 1, 2, 3]),
    () => Buffer.from([random.pick([108, 109, 116]), 0x7f, 0xff, 0xff, 0xff]),
    () => Buffer.concat(Array.from({ length: depth }, () => Buffer.from([108, 0, 0, 0, 1]))),
    () => Buffer.concat(Array.from({ length: depth }, () => Buffer.from([104, 1]))),
    () => compressed(random, deflateSync(Buffer.alloc(random.below(3_000_000), 106))),
    () => compressed(random, random.bytes(30)),
  ])();
  return Buffer.concat([Buffer.from([131]), body]);
}

function compressed(random: Random, deflated: Buffer): Buffer {
  const head = Buffer.from([80, 0, 0, 0, 0]);
  head.writeUInt32BE(random.pick([0, 1, 1_000_000, 0xffff_ffff]), 1);
  return Buffer.concat([head, deflated]);
}
