import type { Unsubscribe } from '../platform/async/events.js';
import { describeActivity } from '../protocol/objects/presence.js';
import { RPC_CLOSES } from '../protocol/rpc/close-codes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { ProgramActivity } from './activities.js';
import type { RpcConnections } from './connections.js';
import type { RpcContext } from './context.js';
import { FrameInspection, type InspectionListener } from './inspection/frame-inspection.js';
import type { RpcSession } from './session.js';
import type { RpcSessionInfo, RpcSessions, SessionActivity } from './sessions.js';

type Context = Pick<
  RpcContext,
  'activities' | 'captures' | 'clock' | 'keyCapturePermissions' | 'subscriptions'
>;

/** How many subscriptions of a connection are listed. */
const SHOWN_SUBSCRIPTIONS = 32;

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
  return { text: describeActivity(shown.activity), shown: shown.isShown, blocked: shown.isBlocked };
}
