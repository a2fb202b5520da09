import assert from 'node:assert/strict';
import { PATIENCE } from './patience.js';

/** Waits until a condition holds; gives what it gave. */
export async function eventually<T>(
  condition: () => T | false | undefined | Promise<T | false | undefined>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const value = await condition();
    if (value) return value;
    assert.ok(Date.now() < deadline, 'it never came to that');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
