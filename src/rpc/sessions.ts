import type { Snowflake } from '../protocol/snowflake.js';
import type { Timestamp } from '../protocol/timestamp.js';

/** An open RPC connection, as shown to the person. */
export interface RpcSessionInfo {
  readonly id: string;
  /** `icon` is its hash; null: none */
  readonly application: { readonly id: Snowflake; readonly name: string; readonly icon: string | null };
  readonly origin: string | null;
  readonly encoding: string;
  readonly connected_at: Timestamp;
  /** null before AUTHENTICATE */
  readonly scopes: readonly string[] | null;
  readonly subscriptions: number;
  readonly frames_received: number;
  readonly frames_sent: number;
  /** whether the person allowed this connection to record keys; permanent permissions are not included */
  readonly key_capture: boolean;
  /** since when it records keys; null if it does not */
  readonly capturing_since: Timestamp | null;
}

/** The open RPC connections. */
export interface RpcSessions {
  list(): RpcSessionInfo[];
  /** Closes a connection. @returns whether a connection has this id */
  kick(id: string): boolean;
}
