import { isDeepStrictEqual } from 'node:util';
import { dmKey, type PrivateChannel } from '#guildhall/guilds/private-channels/private-channel.js';
import { CHANNEL_TYPES } from '#guildhall/protocol/objects/channel.js';
import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';
import type { CommitListener } from '#guildhall/store/commit.js';
import type { Conflict } from '#guildhall/store/errors.js';
import type { PrivateChannelSave, PrivateChannelStore } from '#guildhall/store/private-channels.js';
import type { CommitQueue } from './commit-queue.js';
import { byAge, type MemoryData, pick } from './memory-data.js';
import { changeImages, changeMessages, removeMessages } from './message-changes.js';

/** DMs and groups in memory. */
export class MemoryPrivateChannels implements PrivateChannelStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async byIds(ids: readonly Snowflake[]): Promise<PrivateChannel[]> {
    return byAge(pick(this.data.privateChannels, ids)).map((channel) => ({
      ...channel,
      recipients: new Map([...channel.recipients].sort(([a], [b]) => compareSnowflakes(a, b))),
      lastMessageId: this.#lastMessage(channel.id),
    }));
  }

  async idOfDm(key: string): Promise<Snowflake | null> {
    return this.#all().find((channel) => keyOf(channel) === key)?.id ?? null;
  }

  async openIdsOfUser(userId: Snowflake): Promise<Snowflake[]> {
    const open = this.#all().filter(({ recipients }) => recipients.get(userId)?.isOpen === true);
    return open.map(({ id }) => id);
  }

  async countOfApplication(applicationId: Snowflake): Promise<number> {
    return this.#all().filter((channel) => channel.applicationId === applicationId).length;
  }

  async countGroupsOfUser(userId: Snowflake): Promise<number> {
    return this.#groupsOf(userId);
  }

  async sharingGuild(userId: Snowflake, others: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>> {
    const guilds = [...this.data.guilds.values()].filter(({ members }) => members.has(userId));
    return new Set(others.filter((id) => guilds.some(({ members }) => members.has(id))));
  }

  save(save: PrivateChannelSave, listener?: CommitListener): Promise<void> {
    const { before, after, changes } = save;
    const id = (after ?? before)?.id;
    if (id === undefined) return this.queue.submit({}, listener);
    const { data } = this;
    return this.queue.submit(
      {
        subject: id,
        check: () => this.#findConflict(save),
        apply: () => {
          if (after === null) this.#remove(id);
          else data.privateChannels.set(id, after);
          for (const change of changes) {
            if (change.kind === 'image' || change.kind === 'image-removed') changeImages(data, id, change);
            else changeMessages(data, change);
          }
        },
      },
      listener,
    );
  }

  #findConflict(save: PrivateChannelSave): Conflict | null {
    return this.#findConflictOfChannel(save) ?? this.#findConflictOfJoining(save);
  }

  #findConflictOfJoining({ before, after, groupsOfUsersAtMost }: PrivateChannelSave): Conflict | null {
    if (after === null || keyOf(after) !== null) return null;
    const joining = [...after.recipients.keys()].filter((id) => before?.recipients.has(id) !== true);
    const creatorId = before === null ? after.ownerId : null;
    const mostOf = (id: Snowflake) => groupsOfUsersAtMost?.[id === creatorId ? 'creator' : 'added'];
    const isFull = (id: Snowflake) => this.#groupsOf(id) > (mostOf(id) ?? Number.POSITIVE_INFINITY);
    return joining.some(isFull) ? 'groupsOfUser' : null;
  }

  #findConflictOfChannel({ before, after, groupsAtMost, isCompared }: PrivateChannelSave): Conflict | null {
    if (before !== null) {
      const stored = this.data.privateChannels.get(before.id);
      if (stored === undefined) return 'gone';
      return isCompared !== true || isSameChannel(stored, before) ? null : 'changed';
    }
    if (after === null) return null;
    const key = keyOf(after);
    if (key !== null && this.#all().some((channel) => keyOf(channel) === key)) return 'taken';
    const { applicationId } = after;
    const groups = this.#all().filter((one) => applicationId !== null && one.applicationId === applicationId);
    return groups.length > (groupsAtMost ?? Number.POSITIVE_INFINITY) ? 'groupsOfApplication' : null;
  }

  #remove(id: Snowflake): void {
    this.data.privateChannels.delete(id);
    removeMessages(this.data, ({ channelId }) => channelId === id);
  }

  #groupsOf(userId: Snowflake): number {
    return this.#all().filter((channel) => keyOf(channel) === null && channel.recipients.has(userId)).length;
  }

  #all(): PrivateChannel[] {
    return byAge(this.data.privateChannels.values());
  }

  #lastMessage(channelId: Snowflake): Snowflake | null {
    const messages = [...this.data.messages.values()].filter((message) => message.channelId === channelId);
    return byAge(messages).at(-1)?.id ?? null;
  }
}

/** What a DM is found by; null: a group. */
function keyOf({ type, recipients }: PrivateChannel): string | null {
  return type === CHANNEL_TYPES.DM ? dmKey(recipients.keys()) : null;
}

/** The newest message is computed, and is not part of the stored channel. */
function isSameChannel(a: PrivateChannel, b: PrivateChannel): boolean {
  return isDeepStrictEqual({ ...a, lastMessageId: null }, { ...b, lastMessageId: null });
}
