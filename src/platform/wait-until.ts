import type { Clock } from './clock.js';
import type { Unsubscribe } from './events.js';

/** Something that comes to be by events. */
export interface Awaited<T> {
  /** what is waited for, once it is there */
  readonly look: () => T | undefined;
  /** listens to what may bring it, and calls back each time it is worth looking again */
  readonly listen: (lookAgain: () => void) => readonly Unsubscribe[];
  readonly clock: Clock;
  /** how long to wait at most, in milliseconds */
  readonly ms: number;
  /** ends the waiting early */
  readonly signal?: AbortSignal;
}

/**
 * Waits for something to come to be. It listens as soon as it is called, so what it waits for may be set off right
 * after the call.
 *
 * @returns what was waited for, or null if it did not come in time or the signal aborted
 */
export function waitUntil<T>({ look, listen, clock, ms, signal }: Awaited<T>): Promise<T | null> {
  // An abort that has been dispatched already is not dispatched again.
  if (signal?.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const undo: Unsubscribe[] = [];
    const settle = (found: T | null) => {
      for (const each of undo.splice(0)) each();
      resolve(found);
    };
    const giveUp = () => settle(null);
    const lookAgain = () => {
      const found = look();
      if (found !== undefined) settle(found);
    };
    undo.push(clock.after(ms, giveUp), ...listen(lookAgain));
    signal?.addEventListener('abort', giveUp, { once: true });
    undo.push(() => signal?.removeEventListener('abort', giveUp));
  });
}
