import { ManualClock } from '../hardware/support/manual-clock.js';
import { type MockRpc, type MockRpcOptions, withMockRpc } from './mock-rpc.js';

/** Runs a test with a clock that it moves: the server's own waits are moved on, too. */
export function withClock(
  run: (mock: MockRpc, clock: ManualClock) => Promise<void>,
  options: MockRpcOptions = {},
): () => Promise<void> {
  const clock = new ManualClock();
  return async () => {
    const ticking = setInterval(() => void clock.advance(10), 5);
    try {
      await withMockRpc((mock) => run(mock, clock), { clock, ...options })();
    } finally {
      clearInterval(ticking);
    }
  };
}
