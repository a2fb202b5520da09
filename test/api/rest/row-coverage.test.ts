import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Operation } from '#guildhall/api/rest/operation.js';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { parameterNames } from '#guildhall/protocol/declaration/path-template.js';
import { fieldDemands, refusedFields } from '../support/field-demands.js';
import type { CastRow } from './rows/common.js';
import { GUILD_ROWS } from './rows/guild-tables.js';

/** docs/rest.md, guilds. */
const GUILD_OPERATIONS = OPERATIONS.filter(({ path }) => path.startsWith('/guilds'));

/** Where roles stand decides these, too (docs/rest.md, Permissions). */
const RANKED = [
  'Add guild member',
  'Modify guild member',
  'Add guild member role',
  'Remove guild member role',
  'Remove guild member',
  'Create guild ban',
  'Create guild role',
  'Modify guild role',
  'Modify guild role positions',
  'Delete guild role',
  'Begin guild prune',
  'Create guild channel',
];
/** Who may call these, the rule says and not the declaration: the owner, or a permission a field. */
const RULED = ['Delete guild', 'Modify guild member'];
/** Limits beyond those of single fields (docs/rest.md, Limits; docs/rest.md, Errors). */
const LIMITS: Readonly<Record<string, readonly number[]>> = {
  'Create guild': [30001, 30005, 30013],
  'Add guild member': [30001],
  'Create guild role': [30005],
  'Create guild emoji': [30008],
};
/** What each parameter of a path is answered with where there is no such thing. */
const UNKNOWN: Readonly<Record<string, readonly number[]>> = {
  'guild.id': [10004],
  'user.id': [10007, 10013, 10026],
  'role.id': [10011],
  'integration.id': [10005],
  'emoji.id': [10014],
};
/** A user whom nobody has is not told from one who did not agree. */
const UNTOLD = new Set(['Add guild member user.id']);

describe('The rows of the guild operations', () => {
  test('are of the operations there are, and of all of them', () => {
    assert.deepEqual(new Set(GUILD_ROWS.keys()), new Set(GUILD_OPERATIONS.map(({ name }) => name)));
    const named = [...RANKED, ...RULED, ...Object.keys(LIMITS)];
    assert.deepEqual(
      named.filter((name) => !GUILD_ROWS.has(name)),
      [],
      'no list names an operation that is not there',
    );
  });

  for (const operation of GUILD_OPERATIONS) {
    test(`lack nothing of ${operation.name}`, () => {
      assert.deepEqual(lacking(operation, GUILD_ROWS.get(operation.name) ?? []), []);
    });
  }
});

/** What the rows of an operation do not show, in words. */
function lacking(operation: Operation, rows: readonly CastRow[]): string[] {
  const { name, path, access, permission } = operation;
  const has = (status: number, ...codes: number[]) =>
    rows.some((row) => row.status === status && codes.includes(row.code ?? -1) && !row.hierarchy);
  const kinds: [kind: string, applies: boolean, isThere: boolean][] = [
    ['right', true, rows.some(({ status }) => status === operation.status)],
    ['no token', access !== 'anyone', has(401, 0)],
    ['bots only', access === 'bot', has(403, 20002)],
    ['outsider', path.includes('{guild.id}'), has(403, 50001)],
    ['no permission', permission !== null || RULED.includes(name), has(403, 50013)],
    ['wrong hierarchy', RANKED.includes(name), rows.some(({ hierarchy }) => hierarchy)],
    ['events', operation.fires.length > 0, rows.some(({ events }) => events !== undefined)],
    ...(LIMITS[name] ?? []).map((code): [string, boolean, boolean] => [
      `limit ${code}`,
      true,
      has(400, code),
    ]),
    ...parameterNames(path).flatMap((parameter): [string, boolean, boolean][] => [
      [`unknown ${parameter}`, !UNTOLD.has(`${name} ${parameter}`), has(404, ...(UNKNOWN[parameter] ?? []))],
      [
        `malformed ${parameter}`,
        true,
        rows.some(({ fields }) => fields?.[parameter.replace('.', '_')] === 'NUMBER_TYPE_COERCE'),
      ],
    ]),
  ];
  const refused = refusedFields(rows);
  const fields = [...fieldDemands(operation)].filter(([demand, times]) => (refused.get(demand) ?? 0) < times);
  return [
    ...kinds.filter(([, applies, isThere]) => applies && !isThere).map(([kind]) => kind),
    ...fields.map(([demand]) => demand),
  ];
}
