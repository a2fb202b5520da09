import assert from 'node:assert/strict';
import { ATTEMPTS } from './attempts.js';

/**
 * Fails unless something takes less time than its limit, in one of three attempts.
 *
 * @param limit in milliseconds, of the machine at this moment
 * @param measure does it, and gives how long it took in milliseconds
 * @param what happens at the end of that time, for the message
 */
export async function assertTakesLess(
  limit: () => number | Promise<number>,
  measure: () => Promise<number>,
  what = 'it ends',
): Promise<void> {
  const attempts: string[] = [];
  while (attempts.length < ATTEMPTS) {
    const took = await measure();
    const longest = await limit();
    if (took < longest) return;
    attempts.push(`${took.toFixed(0)} ms (at most ${longest.toFixed(0)})`);
  }
  assert.fail(`${what} after ${attempts.join(', then after ')}`);
}
