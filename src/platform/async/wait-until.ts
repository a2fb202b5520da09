import type { Clock } from '../clock.js';
import type { Unsubscribe } from './events.js';

/** A condition that events may fulfill. */
export interface Awaited<T> {
  /** the result; undefined while the condition is not fulfilled */
  readonly look: () => T | undefined;
  /** adds listeners to events after which `look` is called again */
  readonly listen: (lookAgain: () => void) => readonly Unsubscribe[];
  readonly clock: Clock;
  /** timeout in milliseconds */
  readonly ms: number;
  /** cancels waiting */
  readonly signal?: AbortSignal;
}

/**
 * Waits until a condition is fulfilled. Listeners are added synchronously, so the caller may trigger the events right
 * after the call.
 *
 * @returns the result, or null on timeout or abort
 */
export function waitUntil<T>({ look, listen, clock, ms, signal }: Awaited<T>): Promise<T | null> {
  // An abort event that has already fired does not fire again.
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
