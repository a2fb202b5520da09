import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestOptions } from './test-service.js';
import type { UsedWorld, World } from './world.js';

/** One row of an operation's table: who asks for what, and what comes of it. */
export interface Row {
  readonly title: string;
  readonly call: (world: World) => readonly [method: string, path: string, options?: RequestOptions];
  readonly status: number;
  /** the error's code, with an error */
  readonly code?: number;
  /** the fields that are wrong, with 50035: path and inner code */
  readonly fields?: Readonly<Record<string, string>>;
  /** what else must hold of the reply's body */
  readonly check?: (body: never, world: World) => void;
}

/** An id that nothing has. */
export const NOBODY = '1';

export const longText = (length: number): string => 'x'.repeat(length);

/** Makes a test of each row, by operation. */
export function testRows(used: UsedWorld, table: Readonly<Record<string, readonly Row[]>>): void {
  for (const [operation, rows] of Object.entries(table)) {
    describe(operation, () => {
      for (const { title, call, status, code, fields, check } of rows) {
        test(title, async () => {
          const reply = await used.service.request(...call(used.world));
          assert.equal(reply.status, status, JSON.stringify(reply.body));
          if (code !== undefined) assert.equal(reply.body.code, code);
          if (fields !== undefined) assert.deepEqual(innerCodes(reply.body.errors), fields);
          check?.(reply.body as never, used.world);
        });
      }
    });
  }
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
