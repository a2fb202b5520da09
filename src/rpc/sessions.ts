import type { Snowflake } from '../protocol/snowflake.js';
import type { Timestamp } from '../protocol/timestamp.js';

/** A live RPC connection as the person sees it. */
export interface RpcSessionInfo {
  readonly id: string;
  /** `icon`: its hash; null: none */
  readonly application: { readonly id: Snowflake; readonly name: string; readonly icon: string | null };
  readonly origin: string | null;
  readonly encoding: string;
  readonly connected_at: Timestamp;
  /** null before AUTHENTICATE */
  readonly scopes: readonly string[] | null;
  readonly subscriptions: number;
  readonly frames_received: number;
  readonly frames_sent: number;
  /** whether the person allowed this connection to record keys; others may have a lasting permission */
  readonly key_capture: boolean;
  /** since when it records keys; null while it does not */
  readonly capturing_since: Timestamp | null;
}

/** The live RPC connections. */
export interface RpcSessions {
  list(): RpcSessionInfo[];
  /** Closes one connection. @returns whether there was one with this id */
  kick(id: string): boolean;
}
