import { ManualClock } from '../hardware/support/manual-clock.js';
import { inTime } from './eventually.js';
import { MockRpc, type MockRpcOptions } from './mock-rpc.js';

/**
 * Runs a test with a clock that only the test moves. Its connections are those of a program, which need no time to open: pages wait
 * for their lookups.
 */
export function withClock(
  run: (mock: MockRpc, clock: ManualClock) => Promise<void>,
  options: MockRpcOptions = {},
): () => Promise<void> {
  return async () => {
    const clock = new ManualClock();
    const mock = await MockRpc.start({ clock, allowMissingOrigin: true, countUnread: () => 0, ...options });
    mock.origin = undefined;
    try {
      await run(mock, clock);
    } finally {
      await passUntil(clock, mock.stop());
    }
  };
}

/** Lets time pass, in steps between which sockets get their turn, until a promise is settled; gives what it gives. */
export async function passUntil<T>(clock: ManualClock, promise: Promise<T>, stepMs = 10): Promise<T> {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  const awaited = inTime(promise, () => 'it does not happen, however much time passes');
  awaited.then(settled, settled);
  while (!isSettled) await clock.advance(stepMs);
  return awaited;
}
