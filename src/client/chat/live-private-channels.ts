import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import type { PartialUser } from '../../protocol/objects/user.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { heapSizeOf } from './heap-size.js';

/** Whether a channel is a DM or a group. */
export function isPrivate({ type, guild_id }: Channel): boolean {
  return guild_id === undefined && (type === CHANNEL_TYPES.DM || type === CHANNEL_TYPES.GROUP_DM);
}

/** The private channels in the person's list, all of which the person may view. */
export class LivePrivateChannels {
  readonly #channels = new Map<Snowflake, Channel>();

  all(): Channel[] {
    return [...this.#channels.values()];
  }

  get(id: Snowflake): Channel | undefined {
    return this.#channels.get(id);
  }

  put(channel: Channel): void {
    this.#channels.set(channel.id, channel);
  }

  remove(id: Snowflake): void {
    this.#channels.delete(id);
  }

  addRecipient(id: Snowflake, user: PartialUser): void {
    this.#setRecipients(id, (others) => [...others.filter((one) => one.id !== user.id), user]);
  }

  removeRecipient(id: Snowflake, userId: Snowflake): void {
    this.#setRecipients(id, (others) => others.filter((one) => one.id !== userId));
  }

  clear(): void {
    this.#channels.clear();
  }

  /** About their size in memory, in bytes. */
  size(): number {
    let size = 0;
    for (const channel of this.#channels.values()) size += heapSizeOf(channel);
    return size;
  }

  #setRecipients(id: Snowflake, change: (others: readonly PartialUser[]) => PartialUser[]): void {
    const channel = this.#channels.get(id);
    if (channel === undefined) return;
    this.#channels.set(id, { ...channel, recipients: change(channel.recipients ?? []) });
  }
}
