import type { ImageChange, MessageChange } from '../guilds/changes.js';
import type { PrivateChannel } from '../guilds/private-channels/private-channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { CommitListener } from './commit.js';

/** Maximum numbers of groups that new recipients of a group may be in before. */
export interface GroupsOfUsersAtMost {
  /** for the owner of a new group */
  readonly creator: number;
  /** for everybody else */
  readonly added: number;
}

/** A change of a private channel to be stored. */
export interface PrivateChannelSave {
  /** null if it is new */
  readonly before: PrivateChannel | null;
  /** null if it is deleted, with all its contents */
  readonly after: PrivateChannel | null;
  readonly changes: readonly (MessageChange | ImageChange)[];
  /** the maximum number of groups that the channel's application may have created before this one */
  readonly groupsAtMost?: number;
  /** of a group: how many groups its new recipients may be in before; absent: unlimited */
  readonly groupsOfUsersAtMost?: GroupsOfUsersAtMost;
  /** whether the stored channel has to be equal to `before`, because other nodes may change it; false if omitted */
  readonly isCompared?: boolean;
}

/** DMs and groups. */
export interface PrivateChannelStore {
  /** The private channels among these ids. */
  byIds(ids: readonly Snowflake[]): Promise<PrivateChannel[]>;
  /** The DM with this `dmKey`; null if there is none. */
  idOfDm(key: string): Promise<Snowflake | null>;
  /** The private channels in a user's list, oldest first. */
  openIdsOfUser(userId: Snowflake): Promise<Snowflake[]>;
  /** The number of groups that an application has created. */
  countOfApplication(applicationId: Snowflake): Promise<number>;
  /** The number of groups that a user is in. */
  countGroupsOfUser(userId: Snowflake): Promise<number>;
  /** Those of some users who share a guild with another user. */
  sharingGuild(userId: Snowflake, others: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>>;
  /**
   * Stores a change of a private channel, all or nothing, in the order of the calls.
   *
   * @throws {ConflictError} taken: the two users already have a DM; gone: the channel was deleted; groupsOfApplication;
   * groupsOfUser: of a new recipient; changed: the stored channel is not the compared one; version: a change of the channel that was submitted before this
   * one was refused
   * @throws {CommitFailedError | StoreBusyError}
   */
  save(save: PrivateChannelSave, listener?: CommitListener): Promise<void>;
}
