import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Heard } from './event-recorder.js';
import { RowLedger } from './row-ledger.js';
import type { StoredGuild } from './stored-guild.js';
import type { RequestOptions, TestReply, TestService } from './test-service.js';
import type { UsedWorld, World } from './world.js';

/** A request: method, path and what goes with it. */
export type Call = readonly [method: string, path: string, options?: RequestOptions];

/** What came of a row's call. */
export interface Told<W extends World> {
  readonly world: W;
  readonly body: TestReply['body'];
  readonly heard: readonly Heard[];
}

/** One row of an operation's table: who asks for what, and what comes of it. */
export interface Row<W extends World = World> {
  readonly title: string;
  /** what must be so before; leaves the guild as its operation is to find it */
  readonly prepare?: (service: TestService, world: W) => Promise<unknown>;
  readonly call: (world: W) => Call;
  readonly status: number;
  /** the error's code, with an error */
  readonly code?: number;
  /** the fields that are wrong, with 50035: path and inner code */
  readonly fields?: Readonly<Record<string, string>>;
  /** refused because of where roles stand, not for want of a permission */
  readonly hierarchy?: true;
  /** what else must hold of the reply's body */
  readonly check?: (body: never, world: W) => void;
  /** the events that its owner's second connection receives, in order; absent: none */
  readonly events?: (told: Told<W>) => readonly (readonly [name: string, data: unknown])[];
  /** changes what was stored before to what is stored after; left out: it is the same, `null`: all is gone */
  readonly stored?: ((before: StoredGuild, told: Told<W>) => void) | null;
  /** what else must hold after the restart */
  readonly afterwards?: (service: TestService, told: Told<W>) => Promise<unknown>;
}

/** An id that nothing has. */
export const NOBODY = '1';

export const longText = (length: number): string => 'x'.repeat(length);

/**
 * Creates a test for each row, by operation. Every row causes its events and no others, and a restart after it finds what
 * the row says is stored; refusals and reads, which change nothing, share one restart.
 */
export function testRows<W extends World>(
  used: UsedWorld<W>,
  table: Readonly<Record<string, readonly Row<W>[]>>,
): void {
  for (const [operation, rows] of Object.entries(table)) {
    describe(operation, () => {
      const ledger = new RowLedger(used);
      before(() => ledger.open());
      after(() => ledger.close());
      for (const row of rows) test(row.title, () => testRow(used, ledger, row));
      test('leaves nothing behind of what it refused or read', () => ledger.settle());
    });
  }
}

async function testRow<W extends World>(used: UsedWorld<W>, ledger: RowLedger<W>, row: Row<W>) {
  const { call, status, code, fields, check, events, stored, prepare } = row;
  if (prepare !== undefined) await ledger.prepare(prepare);
  const request = call(used.world);
  const reply = await used.service.request(...request);
  const heard = await ledger.heard();
  const told = { world: used.world, body: reply.body, heard };
  assert.equal(reply.status, status, JSON.stringify(reply.body));
  if (code !== undefined) assert.equal(reply.body.code, code);
  if (fields !== undefined) assert.deepEqual(innerCodes(reply.body.errors), fields);
  check?.(reply.body as never, used.world);
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d]),
    events?.(told) ?? [],
  );
  if (status < 400 && request[0] !== 'GET') await ledger.settle(stored, told);
  await row.afterwards?.(used.service, told);
}

/** `{name:{_errors:[{code}]}}` as `{name: code}`, nested names joined by dots. */
export function innerCodes(errors: object, path: readonly string[] = []): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(errors).map(([name, value]) =>
      name === '_errors'
        ? { [path.join('.')]: value.map(({ code }: { code: string }) => code).join() }
        : innerCodes(value, [...path, name]),
    ),
  );
}
