import type { Unsubscribe } from '../../platform/async/events.js';
import { describeActivity } from '../../protocol/objects/presence.js';
import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Timestamp } from '../../protocol/timestamp.js';
import type { ProgramActivity } from '../activities/activities.js';
import type { RpcContext } from '../context.js';
import { FrameInspection, type InspectionListener } from '../inspection/frame-inspection.js';
import type { ConnectionInfo } from '../transport/connection.js';
import type { RpcConnections } from './connections.js';
import type { RpcSession } from './session.js';

type Context = Pick<
  RpcContext,
  'activities' | 'captures' | 'clock' | 'keyCapturePermissions' | 'subscriptions'
>;

/** How many subscriptions of a connection are listed. */
const SHOWN_SUBSCRIPTIONS = 32;

/** The activity of a connection in a line, whether others see it, and whether the person blocks it. */
export interface SessionActivity {
  readonly text: string;
  readonly shown: boolean;
  readonly blocked: boolean;
  readonly undecided: boolean;
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

/** Lets the person see and close open connections. */
export class LiveSessions implements RpcSessions {
  constructor(
    private readonly connections: RpcConnections,
    private readonly context: Context,
  ) {}

  list(): RpcSessionInfo[] {
    const { activities, captures, keyCapturePermissions, subscriptions } = this.context;
    const { current } = captures;
    const shown = new Map<RpcSession, ProgramActivity>(activities.list().map((one) => [one.session, one]));
    return [...this.connections].map((connection) => ({
      ...connection.info(),
      activity: toSessionActivity(shown.get(connection)),
      subscriptions: subscriptions.count(connection),
      subscribed: subscriptions.first(connection, SHOWN_SUBSCRIPTIONS),
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

  async findPeer(id: string): Promise<string | null> {
    return (await this.connections.get(id)?.findPeer()) ?? null;
  }

  inspect(id: string, listener: InspectionListener): Unsubscribe | null {
    const connection = this.connections.get(id);
    if (connection === undefined) return null;
    const inspection = new FrameInspection(this.context.clock, listener);
    const unsubscribe = connection.traffic.observe(inspection);
    return () => {
      unsubscribe();
      inspection.stop();
    };
  }

  async withdrawKeyCapture(applicationId: Snowflake): Promise<void> {
    const { captures, keyCapturePermissions } = this.context;
    for (const connection of this.connections) {
      if (connection.application.id === applicationId) keyCapturePermissions.forget(connection);
    }
    if (captures.current?.application.id === applicationId) await captures.endCurrent();
  }
}

function toSessionActivity(shown: ProgramActivity | undefined): SessionActivity | null {
  if (shown === undefined) return null;
  return {
    text: describeActivity(shown.activity),
    shown: shown.isShown,
    blocked: shown.isBlocked,
    undecided: shown.isUndecided,
  };
}
