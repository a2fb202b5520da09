import { checkTcpPeers } from '#guildhall/daemon/peer-checks.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { SystemPeerCredentials } from '#guildhall/platform/processes/peer-credentials.js';
import { APPLICATION, MockRpc, type MockRpcOptions, ORIGIN } from '../../helpers/mock-rpc.js';
import type { SocketTarget } from '../generators/load.js';

/** The servers of the row of the peer check, in a separate process: one with the check, one without. */
async function start(options: MockRpcOptions): Promise<SocketTarget> {
  const limits = {
    unauthenticatedConnections: Number.MAX_SAFE_INTEGER,
    unauthenticatedConnectionsPerApplication: Number.MAX_SAFE_INTEGER,
  };
  const { port } = await MockRpc.start({ ...options, limits });
  const path = `/?v=1&client_id=${APPLICATION.id}&encoding=json`;
  return { port, path, origin: ORIGIN, isGreeted: true, setup: [] };
}

const credentials = SystemPeerCredentials.load();
const peers = checkTcpPeers({ credentials, clock: systemClock, log: silentLogger }, []);
process.once('disconnect', () => process.exit(0));
process.send?.({ checked: await start({ peers }), unchecked: await start({}) });
