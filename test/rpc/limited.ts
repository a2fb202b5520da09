import type { RpcLimits } from '#guildhall/rpc/limits.js';
import { type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';

/** Runs a test against a server with these limits instead of the default ones. */
export function limited(limits: Partial<RpcLimits>, run: (mock: MockRpc) => Promise<void>) {
  return withMockRpc(run, { limits });
}
