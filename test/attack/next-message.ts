import assert, { AssertionError } from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The next message of a process; fails if it ends before, or takes longer than so many milliseconds. */
export async function nextMessage(child: ChildProcess, within: number): Promise<unknown> {
  const waiting = new AbortController();
  const timer = setTimeout(
    () => waiting.abort(new AssertionError({ message: `no message within ${within} ms` })),
    within,
  );
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then(([code]) =>
    assert.fail(`a process of the run ended with ${code}`),
  );
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
}
