import assert from 'node:assert/strict';
import { type Conflict, ConflictError } from '#guildhall/store/errors.js';

/** Checks that a change is refused because of a conflict. */
export async function assertConflict(change: Promise<unknown>, conflict: Conflict): Promise<void> {
  await assert.rejects(change, (error: unknown) => {
    assert.ok(error instanceof ConflictError, String(error));
    assert.equal(error.conflict, conflict);
    return true;
  });
}

/** How many competitors a race has. */
export const COMPETITORS = 10;

/**
 * Starts the same change many times at once and checks that one is stored and all others are refused.
 *
 * @param start gets 0, 1, 2 …
 * @returns the number that was stored
 */
export async function assertOneStored(
  start: (competitor: number) => Promise<unknown>,
  conflict: Conflict,
): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: COMPETITORS }, (_, index) => start(index)));
  const stored = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
  assert.equal(stored.length, 1, `${stored.length} of ${COMPETITORS} were stored`);
  await assertStoredOr(results, conflict);
  return stored[0] ?? 0;
}

/** Checks that each of some changes was stored, or refused because of a conflict. */
export async function assertStoredOr(
  results: readonly PromiseSettledResult<unknown>[],
  conflict: Conflict,
): Promise<void> {
  for (const result of results) {
    if (result.status === 'rejected') await assertConflict(Promise.reject(result.reason), conflict);
  }
}

/** What happened, in order, to changes that are listened to. */
export class Observed {
  readonly events: string[] = [];

  /** A listener that writes down what happens to a change. */
  listener(name: string) {
    return {
      committed: () => void this.events.push(`${name} committed`),
      refused: () => void this.events.push(`${name} refused`),
    };
  }
}

/** Lets everything that was handed in so far be on its way. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function byId<Value extends { readonly id: string }>(values: readonly Value[]): Value[] {
  return [...values].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Text in a defined order, for what comes in none. */
export function sorted(texts: Iterable<string>): string[] {
  return [...texts].sort((a, b) => (a < b ? -1 : Number(a > b)));
}
