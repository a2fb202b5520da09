import type { Random } from '../../helpers/random.js';
import { VALID_PAYLOADS } from './valid-payloads.js';

const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'then'] as const;

/** A valid payload with something wrong in one or several of its fields, at any depth. */
export function hostilePayload(random: Random): unknown {
  const payload = structuredClone(VALID_PAYLOADS[random.below(VALID_PAYLOADS.length)]) as object;
  for (let left = 1 + random.below(3); left > 0; left -= 1) spoil(random, payload);
  return random.chance(0.03) ? hostileValue(random, 0) : payload;
}

function spoil(random: Random, within: object): void {
  const names = Object.keys(within);
  const name = names[random.below(names.length)];
  if (name === undefined || random.chance(0.15)) {
    define(within, random.pick(KEYS), hostileValue(random, 0));
    return;
  }
  const inner: unknown = Reflect.get(within, name);
  if (typeof inner === 'object' && inner !== null && random.chance(0.7)) spoil(random, inner);
  else if (random.chance(0.15)) Reflect.deleteProperty(within, name);
  else define(within, name, hostileValue(random, 0));
}

/** Sets an own property, also one named `__proto__`. */
function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, enumerable: true, configurable: true, writable: true });
}

function hostileValue(random: Random, depth: number): unknown {
  const leaves = [
    () => null,
    () => random.chance(0.5),
    () =>
      random.pick([0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE, Number.NaN, 1 / 0]),
    () => random.pick(['', '9', '10', '0', '-1', '18446744073709551616', '\u0000', '٣', 'rpc', 'START']),
    () => random.pick(['\ud800', 'a\udc00b', '\udfff\ud800', '\ufeff', '\u202e', '💥']),
    () => random.pick(['__proto__', '../1', '%00', '<script>', "'; DROP TABLE guilds; --"]),
    () => random.pick(['x', '\ud800', '9']).repeat(random.below(random.chance(0.01) ? 50_000 : 600)),
  ] as const;
  if (depth > 3 || random.chance(0.7)) return random.pick([leaves[0], ...leaves])();
  // Deeper ones, which JSON.stringify cannot write on Windows, are made as text.
  if (random.chance(0.05)) return deep(random, random.below(300));
  const entries = Array.from({ length: random.below(4) }, () => hostileValue(random, depth + 1));
  if (random.chance(0.5)) return entries;
  const object = {};
  for (const entry of entries) define(object, random.pick(KEYS), entry);
  return object;
}

function deep(random: Random, depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = random.chance(0.5) ? [value] : { a: value };
  return value;
}
