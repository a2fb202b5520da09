import type { ImageChange, MessageChange } from '../guilds/changes.js';
import type { PrivateChannel } from '../guilds/private-channels/private-channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { CommitListener } from './commit.js';

/** A change of a private channel on its way to the store. */
export interface PrivateChannelSave {
  /** null: it is new */
  readonly before: PrivateChannel | null;
  /** null: it is deleted, with all that is in it */
  readonly after: PrivateChannel | null;
  readonly changes: readonly (MessageChange | ImageChange)[];
  /** the most groups that the channel's application may have created before this one */
  readonly groupsAtMost?: number;
}

/** DMs and groups. */
export interface PrivateChannelStore {
  /** The private channels among these ids. */
  byIds(ids: readonly Snowflake[]): Promise<PrivateChannel[]>;
  /** The DM with this `dmKey`; null: there is none. */
  idOfDm(key: string): Promise<Snowflake | null>;
  /** The private channels in a user's list, oldest first. */
  openIdsOfUser(userId: Snowflake): Promise<Snowflake[]>;
  /** The groups that an application has created. */
  countOfApplication(applicationId: Snowflake): Promise<number>;
  /** Which of some users are in a guild that another user is in. */
  sharingGuild(userId: Snowflake, others: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>>;
  /**
   * Stores a change of a private channel, all or nothing, in the order of the calls.
   *
   * @throws {ConflictError} taken: the two users have a DM; gone: the channel was deleted; groupsOfApplication; version: a
   *   change of the channel that was handed in before this one was refused
   * @throws {CommitFailedError | StoreBusyError}
   */
  save(save: PrivateChannelSave, listener?: CommitListener): Promise<void>;
}
