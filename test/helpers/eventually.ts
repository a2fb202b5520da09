import assert from 'node:assert/strict';
import { patience, reducePatience } from './patience.js';

export interface WaitOptions {
  /** says why the condition can no longer hold, e.g. the connection is closed; the wait fails at once */
  readonly ended?: () => string | undefined;
  /** says what was waited for, and what there is instead */
  readonly describe?: () => string;
  /** how much longer than others this wait may take */
  readonly share?: number;
}

/** Waits until a condition holds; gives what it gave. */
export async function eventually<T>(
  condition: () => T | false | undefined | Promise<T | false | undefined>,
  options: WaitOptions = {},
): Promise<T> {
  const { ended = () => undefined, describe = () => 'the condition did not hold in time', share } = options;
  const deadline = performance.now() + patience(share);
  for (;;) {
    // Before the condition: what came just before the end counts.
    const reason = ended();
    const value = await condition();
    if (value) return value;
    if (reason !== undefined) assert.fail(`${reason}; ${describe()}`);
    if (performance.now() >= deadline) assert.fail(`${describe()}${reducePatience()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Gives what a promise gives; fails if it takes longer than a test waits. */
export async function inTime<T>(promise: Promise<T>, describe: () => string, share = 1): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new assert.AssertionError({ message: `${describe()}${reducePatience()}` }));
    }, patience(share));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
