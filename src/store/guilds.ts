import type { AuditEntry } from '../guilds/audit-log/entry.js';
import type { GuildChange } from '../guilds/changes.js';
import type { GuildState } from '../guilds/state.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Account } from './accounts.js';
import type { CommitListener } from './commit.js';

/** A guild as it is stored: nobody is in voice. */
export interface StoredGuild {
  /** lists in the order of their ids, invites in that of their creation; `lastMessageId` is the newest message stored */
  readonly state: Omit<GuildState, 'users'>;
  /** of its members, and of who created its invites and integrations, as far as they exist */
  readonly accounts: readonly Account[];
}

/** What must be true of the rest of the store for a change of a guild; the error is a `ConflictError` of that name. */
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

/** A change of a guild on its way to the store. */
export interface GuildSave {
  /** with the changes applied; its version is the one that is stored with them */
  readonly guild: GuildState;
  /** the version that the store has: that of the guild before the changes, or before those that are on their way already */
  readonly expectedVersion: number;
  readonly changes: readonly GuildChange[];
  readonly conditions?: readonly GuildCondition[];
}

/** Guilds with what is in them, apart from messages, which `MessageStore` reads. */
export interface GuildStore {
  load(id: Snowflake): Promise<StoredGuild | null>;
  /** the guilds a user is a member of, oldest first */
  idsOfUser(userId: Snowflake): Promise<Snowflake[]>;
  idOfChannel(channelId: Snowflake): Promise<Snowflake | null>;
  idOfInvite(code: string): Promise<Snowflake | null>;
  /** the guilds with an integration that is enabled, oldest first */
  idsWithIntegrations(): Promise<Snowflake[]>;
  countOfUser(userId: Snowflake): Promise<number>;
  /** the guilds that an application has created */
  countOfApplication(applicationId: Snowflake): Promise<number>;
  /** the channels that an application has created, in all guilds */
  channelCountOfApplication(applicationId: Snowflake): Promise<number>;

  /**
   * Stores a new guild. Changes of it may be handed in from then on.
   *
   * @throws {ConflictError} a condition does not hold
   * @throws {CommitFailedError | StoreBusyError}
   */
  create(save: Omit<GuildSave, 'expectedVersion'>, listener?: CommitListener): Promise<void>;
  /**
   * Stores changes of a guild, all or nothing, in the order of the calls. A change that is refused refuses all changes of
   * the same guild that were handed in until then: they were decided on top of it (`version`).
   *
   * @throws {ConflictError} version: the stored guild has another version or is gone; or a condition does not hold
   * @throws {CommitFailedError | StoreBusyError}
   */
  save(save: GuildSave, listener?: CommitListener): Promise<void>;
}

/** Which entries of a guild's audit log; null: any. */
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

/** When users were last active. */
export interface ActivityStore {
  /** of the members of a guild, in milliseconds since the Unix epoch; those who never were are missing */
  ofGuild(guildId: Snowflake): Promise<ReadonlyMap<Snowflake, number>>;
  save(seenAt: ReadonlyMap<Snowflake, number>): Promise<void>;
}
