import { Deferred } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';

/** The maximum number of forwarded requests of a caller that are carried out at a time. */
const MAX_AT_ONCE = 4;
/** The maximum length of the replies to a caller that are made at a time, in code units, as its latest ones had. */
const MAX_LENGTH = 1024 * 1024;
/** How long the length of a reply counts, in milliseconds. */
const LENGTH_COUNTS_MS = 10_000;
/** The maximum number of requests of a caller that wait, and for how long in milliseconds: less than a request may take. */
const MAX_WAITING = 100;
const MAX_WAIT_MS = 5000;

/** Ends a turn. @param length of the reply, in code units */
export type EndTurn = (length: number) => void;

interface Waiting {
  readonly turn: Deferred<boolean>;
  readonly cancel: () => void;
}

interface Caller {
  atOnce: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Limits how many requests of one caller are carried out at a time for other nodes: the fewer, the longer its replies are. So
 * one caller who requests a lot delays itself, and not the callers of other guilds.
 */
export class CallerTurns {
  readonly #callers = new Map<string, Caller>();
  /** the longest replies of a while, of callers for whom it matters */
  readonly #lengths = new Map<string, { readonly length: number; readonly cancel: () => void }>();

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  /**
   * Waits for the turn of a request.
   *
   * @returns null: too many requests of the caller wait, or it waited for too long
   */
  async take(name: string): Promise<EndTurn | null> {
    const caller = this.#callers.get(name) ?? { atOnce: 0, waiting: new Set() };
    this.#callers.set(name, caller);
    if (caller.atOnce < this.#limit(name)) caller.atOnce += 1;
    else if (caller.waiting.size >= MAX_WAITING || !(await this.#wait(caller))) return null;
    return (length) => {
      this.#note(name, length);
      caller.atOnce -= 1;
      this.#next(name, caller);
    };
  }

  /** Refuses what waits. */
  stop(): void {
    for (const { cancel } of this.#lengths.values()) cancel();
    this.#lengths.clear();
    for (const { waiting } of this.#callers.values()) {
      for (const { cancel, turn } of waiting) {
        cancel();
        turn.resolve(false);
      }
      waiting.clear();
    }
  }

  #limit(name: string): number {
    const length = this.#lengths.get(name)?.length ?? 0;
    return Math.max(1, Math.min(MAX_AT_ONCE, Math.floor(MAX_LENGTH / Math.max(1, length))));
  }

  /** @returns whether the turn came */
  #wait({ waiting }: Caller): Promise<boolean> {
    const turn = new Deferred<boolean>();
    const cancel = this.clock.after(MAX_WAIT_MS, () => {
      waiting.delete(entry);
      turn.resolve(false);
    });
    const entry = { turn, cancel };
    waiting.add(entry);
    return turn.promise;
  }

  #next(name: string, caller: Caller): void {
    const limit = this.#limit(name);
    for (const entry of caller.waiting) {
      if (caller.atOnce >= limit) return;
      caller.waiting.delete(entry);
      caller.atOnce += 1;
      entry.cancel();
      entry.turn.resolve(true);
    }
    if (caller.atOnce === 0 && this.#callers.get(name) === caller) this.#callers.delete(name);
  }

  #note(name: string, length: number): void {
    if (length * MAX_AT_ONCE <= MAX_LENGTH) return;
    const known = this.#lengths.get(name);
    if (known !== undefined && known.length > length) return;
    known?.cancel();
    const cancel = this.clock.after(LENGTH_COUNTS_MS, () => this.#lengths.delete(name));
    this.#lengths.set(name, { length, cancel });
  }
}
