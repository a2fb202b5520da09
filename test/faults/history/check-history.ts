import assert from 'node:assert/strict';

/** When a request was sent and answered, as numbers of events. */
interface Interval {
  readonly start: number;
  /** infinite: it is unknown whether it took effect, or it may do so later */
  readonly end: number;
}

/** A request for a register. Each value is written once. */
export interface RegisterOperation extends Interval {
  readonly kind: 'read' | 'write';
  readonly value: string;
}

/** An item that was appended to a list once. */
export interface Append extends Interval {
  readonly item: string;
}

/** What of a list was read. */
export interface ListRead extends Interval {
  readonly items: readonly string[];
}

/** How many states are looked at before a history counts as too large. */
const MOST_STATES = 1_000_000;

/**
 * Checks that there is an order of all operations, each between its start and its end, in which each read gives the value of the
 * write before it. A write without an end may be left out.
 *
 * @param initial the value before the history
 */
export function assertLinearizable(operations: readonly RegisterOperation[], initial: string): void {
  const read = new Set(operations.flatMap(({ kind, value }) => (kind === 'read' ? [value] : [])));
  // What nobody read may never have happened.
  const needed = operations.filter(({ end, value }) => end !== Number.POSITIVE_INFINITY || read.has(value));
  const sorted = needed.toSorted((one, other) => one.start - other.start);
  const search = new Search(sorted);
  if (search.fits(initial)) return;
  assert.fail(`the register has no order that fits these operations:\n${search.describe()}`);
}

/** Looks for an order of operations (Wing and Gong), without looking at any state twice (Lowe). */
class Search {
  readonly #seen = new Set<string>();
  #furthest = 0;

  constructor(private readonly operations: readonly RegisterOperation[]) {}

  fits(initial: string): boolean {
    // Begins with states that have most behind them.
    const states = [{ from: 0, later: [] as readonly number[], value: initial }];
    for (let state = states.pop(); state !== undefined; state = states.pop()) {
      const { later, value } = state;
      const done = new Set(later);
      let { from } = state;
      while (done.delete(from)) from += 1;
      if (from === this.operations.length) return true;
      const key = `${from} ${[...done].sort((a, b) => a - b)} ${value}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      assert.ok(this.#seen.size < MOST_STATES, 'the history is too large to be checked');
      this.#furthest = Math.max(this.#furthest, from);
      for (const [index, operation] of this.#next(from, done)) {
        if (operation.kind === 'read' && operation.value !== value) continue;
        states.push({ from, later: [...done, index], value: operation.value });
      }
    }
    return false;
  }

  /** Those around the first that fits nowhere. */
  describe(): string {
    const { end, start } = this.operations[this.#furthest] ?? { start: 0, end: 0 };
    return this.operations
      .filter((one) => one.end >= start - AROUND && one.start <= Math.min(end, start + AROUND))
      .map((one) => `${one.start}–${one.end} ${one.kind} ${one.value}`)
      .join('\n');
  }

  /** The operations that none of the others ended before. */
  #next(from: number, done: ReadonlySet<number>): [index: number, operation: RegisterOperation][] {
    const found: [number, RegisterOperation][] = [];
    let firstEnd = Number.POSITIVE_INFINITY;
    for (let index = from; index < this.operations.length; index += 1) {
      const operation = this.operations[index];
      if (operation === undefined || operation.start > firstEnd) break;
      if (done.has(index)) continue;
      firstEnd = Math.min(firstEnd, operation.end);
      found.push([index, operation]);
    }
    return found;
  }
}

/** How many events around an operation are described. */
const AROUND = 20;

/**
 * Checks a list to which items were only appended: it has all that were acknowledged, once and in their order, none that was
 * refused, and each read gave its beginning.
 *
 * @param items the list in the end
 * @param appends those that were not refused
 */
export function assertAppended(
  items: readonly string[],
  appends: readonly Append[],
  reads: readonly ListRead[],
): void {
  const byItem = new Map(appends.map((append) => [append.item, append]));
  assert.equal(new Set(items).size, items.length, `an item is there twice: ${items}`);
  const has = new Set(items);
  for (const { end, item } of appends) {
    assert.ok(end === Number.POSITIVE_INFINITY || has.has(item), `${item} was acknowledged, and is missing`);
  }
  let newestStart = 0;
  for (const item of items) {
    const append = byItem.get(item);
    assert.ok(append, `${item} was refused, and is there`);
    assert.ok(append.end > newestStart, `${item} is behind one that was appended after it`);
    newestStart = Math.max(newestStart, append.start);
  }
  for (const read of reads) {
    assert.deepEqual(read.items, items.slice(0, read.items.length), 'a read gave what is not the beginning');
    const shown = new Set(read.items);
    for (const { end, item } of appends) {
      assert.ok(end > read.start || shown.has(item), `${item} was acknowledged before a read without it`);
    }
  }
}
