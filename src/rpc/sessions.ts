import type { Unsubscribe } from '../platform/async/events.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Timestamp } from '../protocol/timestamp.js';
import type { InspectionListener } from './inspection/frame-inspection.js';
import type { FrameCounts } from './inspection/frame-traffic.js';

/** What a connection knows of itself. */
export interface ConnectionInfo extends FrameCounts {
  readonly id: string;
  /** `icon` is its hash; null: none */
  readonly application: { readonly id: Snowflake; readonly name: string; readonly icon: string | null };
  /** false: the service does not know the application, which has the name of its program */
  readonly registered: boolean;
  readonly transport: 'ipc' | 'websocket';
  readonly origin: string | null;
  readonly encoding: string;
  readonly connected_at: Timestamp;
  /** null before AUTHENTICATE */
  readonly scopes: readonly string[] | null;
}

/** The activity of a connection in a line, whether others see it, and whether the person blocks it. */
export interface SessionActivity {
  readonly text: string;
  readonly shown: boolean;
  readonly blocked: boolean;
}

/** An open RPC connection, as shown to the person. */
export interface RpcSessionInfo extends ConnectionInfo {
  /** what it shows as the person's activity; null: nothing */
  readonly activity: SessionActivity | null;
  /** how many subscriptions it has */
  readonly subscriptions: number;
  /** the first 32 of them: the event and its arguments, e.g. `MESSAGE_CREATE 41771983423143937` */
  readonly subscribed: readonly string[];
  /** whether the person allowed this connection to record keys; permanent permissions are not included */
  readonly key_capture: boolean;
  /** since when it records keys; null if it does not */
  readonly capturing_since: Timestamp | null;
}

/** The open RPC connections. */
export interface RpcSessions {
  /** The open connections, the oldest first. */
  list(): RpcSessionInfo[];
  /** Closes a connection. @returns whether a connection has this id */
  kick(id: string): boolean;
  /** Finds the process at the other end of a connection; null if unknown. Slow. */
  findPeer(id: string): Promise<string | null>;
  /**
   * Shows the frames of a connection, without secrets, until the returned function is called (docs/for-games.md, Frame
   * inspector).
   *
   * @returns null if no connection has this id
   */
  inspect(id: string, listener: InspectionListener): Unsubscribe | null;
  /**
   * Withdraws the permission to record keys from every connection of an application and ends its capture. Permanent
   * permissions stay.
   */
  withdrawKeyCapture(applicationId: Snowflake): Promise<void>;
}
