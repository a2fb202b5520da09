import type { RpcLimits } from '#guildhall/rpc/limits.js';
import type { MockRpc } from '../helpers/mock-rpc.js';
import { withClock } from '../helpers/with-clock.js';

/** Runs a test against a server with these limits instead of the default ones, and with a clock that refills no budget meanwhile. */
export function limited(limits: Partial<RpcLimits>, run: (mock: MockRpc) => Promise<void>) {
  return withClock(run, { limits });
}
