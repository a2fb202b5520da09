import { deflateSync } from 'node:zlib';
import type { Random } from '../../helpers/random.js';

/** Values that are cheap to send and expensive to read. Each is built once, so that the attacker is not the bottleneck. */

const VERSION = 131;
const COMPRESSED = 80;
const LIST = 108;
const NIL = 106;
const SMALL_BIG = 110;
const LARGE_BIG = 111;
const SMALL_INTEGER = 97;

const made = new Map<string, Buffer>();

function once(key: string, make: () => Buffer): Buffer {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A compressed term: a list of so many bytes of empty lists. */
export function compressedBomb(inflated: number): Buffer {
  return once(`bomb ${inflated}`, () => {
    const items = inflated - 6;
    const list = [Buffer.from([LIST]), uint32(items), Buffer.alloc(items, NIL), Buffer.from([NIL])];
    return compressed(Buffer.concat(list));
  });
}

/** The same with numbers that vary, so that no cache helps the daemon. */
export function compressedNumbers(inflated: number, number: number): Buffer {
  return once(`numbers ${inflated} ${number}`, () => {
    const items = Math.floor((inflated - 6) / 2);
    const list = Buffer.alloc(items * 2, Buffer.from([SMALL_INTEGER, number]));
    return compressed(Buffer.concat([Buffer.from([LIST]), uint32(items), list, Buffer.from([NIL])]));
  });
}

function compressed(term: Buffer): Buffer {
  return Buffer.concat([Buffer.from([VERSION, COMPRESSED]), uint32(term.length), deflateSync(term)]);
}

/** Integers of the greatest lengths. */
export function bigIntegers(random: Random): Buffer {
  return random.chance(0.2)
    ? once('large', () =>
        Buffer.concat([
          Buffer.from([VERSION, LARGE_BIG]),
          uint32(60_000),
          Buffer.from([0]),
          Buffer.alloc(60_000, 255),
        ]),
      )
    : once('small', () => {
        const one = Buffer.concat([Buffer.from([SMALL_BIG, 255, 0]), Buffer.alloc(255, 255)]);
        const items = 900;
        const list = Buffer.alloc(items * one.length, one);
        return Buffer.concat([Buffer.from([VERSION, LIST]), uint32(items), list, Buffer.from([NIL])]);
      });
}

/** Deeply nested JSON. @param bytes its approximate length */
export function deepJson(random: Random, bytes: number): Buffer {
  const kind = random.below(3);
  return once(`deep ${kind} ${bytes}`, () => {
    const depth = Math.floor(bytes / 2) - 20;
    if (kind === 0) return Buffer.from(`{"args":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    if (kind === 1) return Buffer.from('['.repeat(bytes));
    const levels = Math.floor(bytes / 6) - 20;
    return Buffer.from(`{"cmd":"X","nonce":1,"args":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`);
  });
}

/** JSON with very long arrays, strings and objects. @param bytes its approximate length */
export function wideJson(random: Random, bytes: number): Buffer {
  const kind = random.below(4);
  return once(`wide ${kind} ${bytes}`, () => Buffer.from(JSON.stringify(widePayload(kind, bytes))));
}

function widePayload(kind: number, bytes: number): unknown {
  const numbers = Array.from({ length: bytes / 2 - 60 }, () => 1);
  if (kind === 0) return { cmd: 'AUTHORIZE', nonce: '1', args: { client_id: '1', scopes: numbers } };
  if (kind === 1) return { cmd: 'SET_CERTIFIED_DEVICES', nonce: '1', args: { devices: numbers } };
  if (kind === 2) return { cmd: 'SUBSCRIBE', evt: 'x'.repeat(bytes - 100), nonce: '1', args: {} };
  const keys = Array.from({ length: bytes / 12 }, (_, index) => [`k${index}`, 1]);
  return { cmd: 'AUTHENTICATE', nonce: '1', args: Object.fromEntries(keys) };
}
