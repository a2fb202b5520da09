import type { AuditEntry } from '../guilds/audit-log/entry.js';
import type { GuildChange } from '../guilds/changes.js';
import type { GuildState } from '../guilds/state.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Fence } from './cluster.js';
import type { CommitListener } from './commit.js';
import type { StoredGuild } from './stored-guild.js';

/**
 * What must be true of the rest of the store when a guild is changed; otherwise the change fails with a `ConflictError`
 * of that name.
 */
export type GuildCondition =
  /** before the change, the user is in at most this many guilds */
  | { readonly conflict: 'guildsOfUser'; readonly userId: Snowflake; readonly atMost: number }
  /** before the change, the application has created at most this many guilds, or channels, that still exist */
  | {
      readonly conflict: 'guildsOfApplication' | 'channelsOfApplication';
      readonly applicationId: Snowflake;
      readonly atMost: number;
    }
  /** the application still exists */
  | { readonly conflict: 'gone'; readonly applicationId: Snowflake }
  /** no other guild has an invite with this code */
  | { readonly conflict: 'taken'; readonly inviteCode: string };

/** A change of a guild to be stored. */
export interface GuildSave {
  /** with the changes applied; its version is stored with them */
  readonly guild: GuildState;
  /**
   * the version that the store must have: that of the guild before the changes, or before those that were already
   * submitted
   */
  readonly expectedVersion: number;
  readonly changes: readonly GuildChange[];
  readonly conditions?: readonly GuildCondition[];
  /** only where several nodes share the store */
  readonly fence?: Fence;
}

/** A member who joined by a temporary invite. */
export interface TemporaryMembership {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
}

/** Guilds with their parts, except messages, which `MessageStore` reads. */
export interface GuildStore {
  load(id: Snowflake): Promise<StoredGuild | null>;
  /** the guilds of a user, oldest first */
  idsOfUser(userId: Snowflake): Promise<Snowflake[]>;
  idOfChannel(channelId: Snowflake): Promise<Snowflake | null>;
  idOfInvite(code: string): Promise<Snowflake | null>;
  /** the guilds with an enabled integration, oldest first */
  idsWithIntegrations(): Promise<Snowflake[]>;
  countOfUser(userId: Snowflake): Promise<number>;
  /** the number of guilds that an application has created */
  countOfApplication(applicationId: Snowflake): Promise<number>;
  /** the number of channels that an application has created, in all guilds */
  channelCountOfApplication(applicationId: Snowflake): Promise<number>;
  /** the guilds of which any of these users is a member until they disconnect */
  temporaryMemberships(userIds: readonly Snowflake[]): Promise<TemporaryMembership[]>;
  /** some of all temporary memberships, at most `limit`, in their order; `last`: the last one before them, null: none */
  someTemporaryMemberships(last: TemporaryMembership | null, limit: number): Promise<TemporaryMembership[]>;

  /**
   * Stores a new guild. Changes of it may be submitted immediately after the call.
   *
   * @throws {ConflictError} a condition does not hold
   * @throws {CommitFailedError | StoreBusyError}
   */
  create(save: Omit<GuildSave, 'expectedVersion'>, listener?: CommitListener): Promise<void>;
  /**
   * Stores changes of a guild, all or nothing, in the order of the calls. When a change is refused, all changes of the
   * same guild that were submitted before the refusal are refused, too, because they were decided on top of it
   * (`version`).
   *
   * @throws {ConflictError} version: the stored guild has another version or does not exist; or a condition does not
   * hold
   * @throws {CommitFailedError | StoreBusyError}
   */
  save(save: GuildSave, listener?: CommitListener): Promise<void>;
}

/** Selects entries of a guild's audit log; null selects any. */
export interface AuditLogFilter {
  readonly userId: Snowflake | null;
  readonly actionType: number | null;
  readonly before: Snowflake | null;
}

/** Audit logs of guilds, which are written with the changes of the guild. */
export interface AuditLogStore {
  /** At most `limit` entries, newest first. */
  page(guildId: Snowflake, filter: AuditLogFilter, limit: number): Promise<AuditEntry[]>;
}

/** The time of each user's last activity. */
export interface ActivityStore {
  /** of the members of a guild, in milliseconds since the Unix epoch; members without activity are missing */
  ofGuild(guildId: Snowflake): Promise<ReadonlyMap<Snowflake, number>>;
  save(seenAt: ReadonlyMap<Snowflake, number>): Promise<void>;
}
