import type { Snowflake } from '../../protocol/snowflake.js';
import type { Caller } from '../core/caller.js';
import type { Session } from './session.js';
import type { SessionStatus, SessionTransport } from './session-options.js';

/** What the sessions of this process have to do with those of other nodes (docs/adr/0048-gateway-sessions-on-any-node.md). */
export interface OtherNodes {
  /** The status that all nodes show of a user; null: not connected to any. @param own that of their sessions here */
  statusOf(userId: Snowflake, own: SessionStatus | null): SessionStatus | null;
  /** Sends the status of a user here to the other nodes. @param status null: no longer connected */
  publish(userId: Snowflake, status: SessionStatus | null, guildIds: readonly Snowflake[]): void;
  /** The guilds that a user joined recently, which other nodes may not have known when they sent the status of the user. */
  joinedLately(userId: Snowflake): readonly Snowflake[];

  /** A user joined a guild. */
  joined(userId: Snowflake, guildId: Snowflake): void;
  /** What all nodes show of a user has changed. */
  presenceChanged(userId: Snowflake): void;
  /** The sessions of a user receive an event that is not of a guild. */
  privateEvent(userId: Snowflake): void;
  /** Sessions that receive changes of applications receive one. */
  applicationsChanged(): void;
}

/** Of the only process. */
export const NO_OTHER_NODES: OtherNodes = {
  statusOf: (_userId, own) => own,
  publish() {},
  joinedLately: () => [],
  joined() {},
  presenceChanged() {},
  privateEvent() {},
  applicationsChanged() {},
};

/** Sessions that other nodes have ended so that their clients can resume them here. */
export interface RemoteSessions {
  /**
   * Continues a session here, with everything that it has missed; it waits for its client like one that has lost its connection.
   *
   * @param resumeId the id that the client names
   * @param transport the connection of the client
   * @returns null if there is none, or if it cannot be continued exactly
   */
  continueHere(resumeId: string, caller: Caller, transport: SessionTransport): Promise<Session | null>;
}
