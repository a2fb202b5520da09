import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { REST_LIMITS } from '#guildhall/api/core/limits.js';
import { REPLAY_LIMITS } from '#guildhall/api/gateway/replay-limits.js';
import { COMMON_ERRORS as REST_COMMON } from '#guildhall/api/rest/operation-errors.js';
import { OPERATIONS as REST_OPERATIONS } from '#guildhall/api/rest/operations.js';
import { CONTROL_ERRORS } from '#guildhall/control/errors.js';
import { COMMON_ERRORS as CONTROL_COMMON } from '#guildhall/control/operation.js';
import { OPERATIONS as CONTROL_OPERATIONS } from '#guildhall/control/operations/index.js';
import type { Declared } from '#guildhall/protocol/declaration/declared.js';
import { REST_ERRORS } from '#guildhall/protocol/rest/errors.js';
import { RPC_ERRORS } from '#guildhall/protocol/rpc/errors.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import { COMMON_ERRORS as RPC_COMMON } from '#guildhall/rpc/dispatch/command.js';
import { RPC_EVENTS } from '#guildhall/rpc/events/index.js';
import { RPC_LIMITS } from '#guildhall/rpc/limits.js';

const DECLARATIONS: Readonly<Record<string, readonly Declared[]>> = {
  'RPC commands': [...COMMANDS.values()],
  'RPC events': [...RPC_EVENTS.values()],
  'REST operations': REST_OPERATIONS,
  'control operations': CONTROL_OPERATIONS,
};

/** What is wrong with the texts that the documentation shows for a declaration, in words. */
function faultsOf({ summary, details }: Declared): string[] {
  const faults: [isFault: boolean, what: string][] = [
    [!/^[A-Z]\w* /.test(summary), 'does not begin with a word in upper case'],
    [!/[\w`)]\.$/.test(summary), 'does not end with a period'],
    [/[.!?:] /.test(summary), 'is more than one sentence'],
    [summary.length > 120, 'is longer than 120 characters'],
    [details !== undefined && !/[\w`)]\.$/.test(details), 'has details without a period'],
    [/ {2}|\n/.test(`${summary} ${details ?? ''}`), 'has spaces or lines to spare'],
  ];
  return faults.flatMap(([isFault, what]) => (isFault ? [what] : []));
}

for (const [what, declarations] of Object.entries(DECLARATIONS)) {
  test(`${what} have one-sentence summaries`, () => {
    assert.ok(declarations.length > 10);
    for (const declared of declarations) {
      assert.deepEqual(faultsOf(declared), [], `${declared.name}: ${declared.summary}`);
    }
  });

  test(`${what} have unique names and summaries`, () => {
    assert.equal(new Set(declarations.map(({ name }) => name)).size, declarations.length);
    const summaries = declarations.map(({ summary }) => summary);
    const repeated = summaries.filter((summary, index) => summaries.indexOf(summary) !== index);
    assert.deepEqual(repeated, []);
  });
}

test('each RPC command is in a file with its name on the wire', () => {
  const files = readdirSync(new URL('../../src/rpc/commands/', import.meta.url));
  const named = [...COMMANDS.keys()].map((name) => `${name.toLowerCase().replaceAll('_', '-')}.ts`);
  assert.deepEqual(new Set(files), new Set([...named, 'index.ts']));
});

/** Errors that no declaration answers with, and why. */
const UNDECLARED: Readonly<Record<string, readonly string[]>> = {
  // A name that is not a command, and an origin, for which the connection is closed.
  RPC: ['INVALID_COMMAND', 'INVALID_ORIGIN'],
  // Refused before an operation is found.
  REST: ['FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'],
  // What guildhall api has no operation for.
  control: ['service_only'],
};

const ERRORS: readonly [protocol: string, table: object, declared: readonly string[]][] = [
  ['RPC', RPC_ERRORS, [...RPC_COMMON, ...[...COMMANDS.values()].flatMap(({ errors }) => errors)]],
  ['REST', REST_ERRORS, [...REST_COMMON, ...REST_OPERATIONS.flatMap(({ errors }) => errors)]],
  ['control', CONTROL_ERRORS, [...CONTROL_COMMON, ...CONTROL_OPERATIONS.flatMap(({ errors }) => errors)]],
];
for (const [protocol, table, declared] of ERRORS) {
  test(`every ${protocol} error is declared by at least one declaration`, () => {
    const unused = Object.keys(table).filter((name) => !declared.includes(name));
    assert.deepEqual(unused, UNDECLARED[protocol]);
  });
}

test('limits have unique keys and summaries without a final period', () => {
  const limits = [RPC_LIMITS, REST_LIMITS, REPLAY_LIMITS].flatMap((group) => Object.values(group));
  assert.ok(limits.length > 30);
  assert.equal(new Set(limits.map(({ key }) => key)).size, limits.length);
  assert.equal(new Set(limits.map(({ summary }) => summary)).size, limits.length);
  for (const { key, summary } of limits) assert.match(summary, /^[a-zA-Z][^\n]*\w$/, key);
});
