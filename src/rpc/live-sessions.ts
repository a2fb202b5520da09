import { RPC_CLOSES } from '../protocol/rpc/close-codes.js';
import type { RpcConnections } from './connections.js';
import type { RpcContext } from './context.js';
import type { RpcSessionInfo, RpcSessions } from './sessions.js';

type Context = Pick<RpcContext, 'captures' | 'keyCapturePermissions' | 'subscriptions'>;

/** Lets the person see and close open connections. */
export class LiveSessions implements RpcSessions {
  constructor(
    private readonly connections: RpcConnections,
    private readonly context: Context,
  ) {}

  list(): RpcSessionInfo[] {
    const { captures, keyCapturePermissions, subscriptions } = this.context;
    const { current } = captures;
    return [...this.connections].map((connection) => ({
      ...connection.info(subscriptions.count(connection)),
      key_capture: keyCapturePermissions.isAllowed(connection),
      capturing_since: current?.session_id === connection.id ? current.started_at : null,
    }));
  }

  kick(id: string): boolean {
    const connection = this.connections.get(id);
    if (connection === undefined) return false;
    connection.close(RPC_CLOSES.KICKED);
    void this.context.captures.disconnect(connection);
    return true;
  }
}
