import type { RpcSession } from '../session.js';

/** Follows the state of connections. */
export interface RpcConnectionListener {
  /** an open connection has authenticated (1), or is no longer (-1) */
  count(connection: RpcSession, change: 1 | -1): void;
  /** called once, after it has closed */
  remove(connection: RpcSession): void;
}
