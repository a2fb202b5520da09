import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type, { type TSchema } from 'typebox';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import * as gatewayCommands from '#guildhall/protocol/gateway/commands.js';
import { Nullable, validator } from '#guildhall/protocol/schema.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import { RPC_EVENTS } from '#guildhall/rpc/events/index.js';

/** An array that counts how often its items are read. */
function countedArray(items: readonly unknown[]): { array: unknown[]; reads: () => number } {
  let reads = 0;
  const array = new Proxy([...items], {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { array, reads: () => reads };
}

const Numbers = Type.Array(Type.Integer(), { maxItems: 5 });
const bounded: [what: string, schema: TSchema, wrap: (array: unknown[]) => unknown][] = [
  ['an array', Numbers, (array) => array],
  ['an array in an object', Type.Object({ list: Numbers }), (list) => ({ list })],
  [
    'an array that may be null',
    Type.Object({ list: Type.Optional(Nullable(Numbers)) }),
    (list) => ({ list }),
  ],
  ['an array or a number', Type.Union([Type.Integer(), Numbers]), (array) => array],
  ['an array in an array', Type.Array(Type.Object({ list: Numbers }), { maxItems: 2 }), (list) => [{ list }]],
];

for (const [what, schema, wrap] of bounded) {
  test(`${what}: items beyond its length are not checked`, () => {
    const { is, violations } = validator(schema);
    for (const item of [1, 'wrong']) {
      const { array, reads } = countedArray(Array(100_000).fill(item));
      assert.equal(is(wrap(array)), false);
      assert.ok(violations(wrap(array)).length > 0);
      assert.ok(reads() < 100, `${reads()} items were read`);
    }
    const { array } = countedArray([1, 2, 3, 4, 5]);
    assert.equal(is(wrap(array)), true);
    assert.deepEqual(violations(wrap(array)), []);
  });
}

test('an array that is too long is reported with the limit', () => {
  const { violations } = validator(Type.Object({ list: Numbers }));
  const found = violations({ list: Array(1000).fill(1) });
  assert.deepEqual(
    found.map(({ path, keyword, params }) => ({ path, keyword, params })),
    [{ path: ['list'], keyword: 'maxItems', params: { limit: 5 } }],
  );
});

test('the number of violations is limited', () => {
  const { violations } = validator(Numbers);
  assert.equal(violations(['a', 'b', 'c'], 1).length, 1);
  assert.equal(violations(['a', 'b', 'c']).length, 3);
});

/** Paths of arrays without a limit in a schema. */
function unboundedArrays(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const within = Object.entries(schema).flatMap(([name, part]) => unboundedArrays(part, `${path}.${name}`));
  const isUnbounded = Reflect.get(schema, 'type') === 'array' && !Object.hasOwn(schema, 'maxItems');
  return isUnbounded ? [path, ...within] : within;
}

test('every array that a client may send has a limit', () => {
  const inputs: [name: string, schema: unknown][] = [
    ...[...COMMANDS.values()].map(({ name, args }): [string, unknown] => [name, args]),
    ...[...RPC_EVENTS.values()].map(({ name, args }): [string, unknown] => [name, args]),
    ...OPERATIONS.flatMap(({ name, query, body }): [string, unknown][] => [
      [name, query],
      [name, body],
    ]),
    ...Object.entries(gatewayCommands),
  ];
  assert.ok(inputs.length > 80);
  assert.deepEqual(
    inputs.flatMap(([name, schema]) => unboundedArrays(schema, name)),
    [],
  );
});
