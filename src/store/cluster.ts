import type { Snowflake } from '../protocol/snowflake.js';
import type { StoredGuild } from './stored-guild.js';
import type { VoiceEndpointStore } from './voice-endpoints.js';

/** Who may change a guild. All times are of the store's clock, so that nodes need not agree on one. */
export type Taken =
  /** the caller owns it from now on; commits with a lower epoch are no longer stored */
  | {
      readonly kind: 'taken';
      readonly epoch: number;
      /** the number of the guild's newest entry; 0: it has none */
      readonly sequence: number;
    }
  /** another node owns it, for at least `remainingMs` milliseconds */
  | { readonly kind: 'held'; readonly node: string; readonly remainingMs: number }
  /** there is no such guild */
  | { readonly kind: 'absent' };

/** Guilds and the epochs with which a node took them. */
export type OwnedEpochs = ReadonlyMap<Snowflake, number>;

/**
 * Which node owns each guild (docs/adr/0044-one-owner-per-guild.md). A node has one lease for all of its guilds. Each
 * statement is a transaction and fails within half of a lease. A renewal that lists the guilds has two of them.
 */
export interface OwnershipStore {
  /**
   * Begins or extends the lease of a node.
   *
   * @param node the name of the process, which no other one has had
   * @param leaseMs how long it lasts from now, in milliseconds
   * @param lists whether the guilds are listed in any case
   * @returns null if the lease had not ended, so the node still owns all of its guilds; otherwise those that it still owns
   */
  renew(node: string, leaseMs: number, lists: boolean): Promise<OwnedEpochs | null>;
  /**
   * Takes a guild with the next epoch if the lease of its owner has ended, or if this node owns it. It waits for a commit
   * in progress of the guild, or fails, so what is read afterwards contains every change with a lower epoch. That
   * another node owns it (`held`) was true at some moment of the call.
   *
   * @throws {StoreError} e.g. a commit is in progress; the guild may have been taken nevertheless
   */
  take(guildId: Snowflake, node: string): Promise<Taken>;
  /** Ends the lease of a node, so that others can take its guilds at once. */
  release(node: string): Promise<void>;
}

/** A difference of clocks that is worth a warning, in milliseconds: ids, tokens and codes for signing in contain the time. */
export const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** The epoch of a guild's first owner. */
export const FIRST_EPOCH = 1;

/** What a commit requires and adds where several nodes share a store. Without it a change is stored as on one node. */
export interface Fence {
  /** of the lease under which the guild was loaded; with another one the change is refused (`owner`) */
  readonly epoch: number;
  /** only for a new guild: the node that owns it from now on, with `FIRST_EPOCH` */
  readonly creator?: string;
  /**
   * what other nodes need to know of the change; null: nothing. Its number has to follow that of the guild's newest entry,
   * or the change is refused (`owner`)
   */
  readonly entry: GuildEntry | null;
  /** with a key that was stored before the change is refused (`repeated`); null: the request cannot be repeated */
  readonly request: { readonly key: string; readonly reply: string } | null;
}

/** Changes of a guild as other nodes receive them, numbered from 1 without gaps. */
export interface GuildEntry {
  readonly guildId: Snowflake;
  readonly sequence: number;
  readonly text: string;
}

/** The numbered entries of guilds (docs/adr/0046-events-across-nodes.md). */
export interface GuildEntryStore {
  /** Entries after a number, in order, at most `limit`. */
  after(guildId: Snowflake, sequence: number, limit: number): Promise<GuildEntry[]>;
  /** The newest number of each guild; a guild without entries is missing. */
  heads(guildIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, number>>;
}

/** Replies of requests that may be repeated (docs/adr/0045-forwarded-requests.md). */
export interface ReplyStore {
  /** The reply that was stored with this key; null if there is none. */
  find(key: string): Promise<string | null>;
}

/** A guild as it was after an entry. */
export interface GuildAtEntry extends StoredGuild {
  /** the number of its newest entry; 0: it has none */
  readonly sequence: number;
}

/** Guilds with what only nodes share: the number of the newest entry, and who is in voice. */
export interface SharedGuildStore {
  /**
   * Reads a guild as of one moment, voice states included.
   *
   * @returns null if there is none
   * @throws {StoreError}
   */
  load(guildId: Snowflake): Promise<GuildAtEntry | null>;
}

/** A gateway session that its node has ended, as it was then. */
export interface MovedSession {
  readonly id: string;
  readonly userId: Snowflake;
  readonly text: string;
}

/** Sessions that clients may resume on another node (docs/adr/0052-sessions-that-move.md). */
export interface MovedSessionStore {
  /** The time of the store, in a form that `put` accepts. */
  now(): Promise<string>;
  /**
   * Stores sessions in one statement.
   *
   * @param endedAt a time of the store before the sessions got their last events: storing may take long
   * @param lifetimeMs how long after that they can be claimed, in milliseconds
   */
  put(
    sessions: readonly MovedSession[],
    times: { readonly endedAt: string; readonly lifetimeMs: number },
  ): Promise<void>;
  /**
   * Removes a session of a user, so that nobody else continues it.
   *
   * @returns what was stored, and how many milliseconds ago it ended; null if there is none
   */
  claim(id: string, userId: Snowflake): Promise<{ readonly text: string; readonly ageMs: number } | null>;
}

/** Accounts that may have been changed. */
export interface ChangedAccounts {
  readonly ids: readonly Snowflake[];
  /** what to ask with the next time */
  readonly position: string;
}

/** What a store has besides if several nodes share it. */
export interface ClusterStore {
  readonly ownership: OwnershipStore;
  readonly entries: GuildEntryStore;
  readonly replies: ReplyStore;
  readonly guilds: SharedGuildStore;
  readonly voiceEndpoints: VoiceEndpointStore;
  readonly movedSessions: MovedSessionStore;
  /**
   * Which database this is, as a word of digits and `-`: one that was restored from a dump of it, in the same server or in
   * another one, has another identity.
   */
  identity(): Promise<string>;
  /** The key of messages between nodes, 32 bytes, known to everybody who can read the database. */
  busKey(): Promise<Uint8Array>;
  /** The time of the store in milliseconds, as of the newest renewal of a lease: all nodes agree on it. */
  now(): number;
  /** How much the clock of this machine was ahead of the store's then, in milliseconds; negative: behind it. */
  clockAhead(): number;
  /** The nodes whose lease has not ended. */
  liveNodes(): Promise<string[]>;
  /**
   * The accounts that were changed after a position: those of all changes that are not visible at that position, and perhaps
   * some before.
   *
   * @param since the position of the last call; null: only the position is asked for
   */
  changedAccounts(since: string | null): Promise<ChangedAccounts>;
  /**
   * The number of a node from 0 to 1023, for the ids that it creates: no other node has it while the lease of this one
   * lasts, nor in the hour after that. The same for each call of a node.
   *
   * @throws {StoreError} all numbers are in use
   */
  allotNumber(node: string): Promise<number>;
  /**
   * Removes entries that are older than ten minutes, replies that are older than five, sessions whose time has ended,
   * leases that ended more than an hour ago, and owners of guilds that were deleted more than an hour ago. Any node may
   * call it, at any time; one of them does it. What was removed stays removed if it fails or is stopped.
   */
  removeExpired(): Promise<void>;
}
