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
  /** the recipients, by id, of channels whose list of them is made anew when the channel is read next */
  readonly #changed = new Map<Snowflake, Map<Snowflake, PartialUser>>();

  all(): Channel[] {
    for (const id of this.#changed.keys()) this.get(id);
    return [...this.#channels.values()];
  }

  get(id: Snowflake): Channel | undefined {
    const channel = this.#channels.get(id);
    const recipients = this.#changed.get(id);
    if (channel === undefined || recipients === undefined) return channel;
    const current = { ...channel, recipients: [...recipients.values()] };
    this.put(current);
    return current;
  }

  put(channel: Channel): void {
    this.#channels.set(channel.id, channel);
    this.#changed.delete(channel.id);
  }

  remove(id: Snowflake): void {
    this.#channels.delete(id);
    this.#changed.delete(id);
  }

  addRecipient(id: Snowflake, user: PartialUser): void {
    const recipients = this.#recipientsOf(id);
    // One who is there already becomes the last one.
    recipients?.delete(user.id);
    recipients?.set(user.id, user);
  }

  removeRecipient(id: Snowflake, userId: Snowflake): void {
    this.#recipientsOf(id)?.delete(userId);
  }

  clear(): void {
    this.#channels.clear();
    this.#changed.clear();
  }

  /** About their size in memory, in bytes. */
  size(): number {
    let size = 0;
    for (const channel of this.all()) size += heapSizeOf(channel);
    return size;
  }

  /** The recipients of a channel, for a change; undefined if the channel is unknown. */
  #recipientsOf(id: Snowflake): Map<Snowflake, PartialUser> | undefined {
    const channel = this.#channels.get(id);
    if (channel === undefined) return undefined;
    let recipients = this.#changed.get(id);
    if (recipients === undefined) {
      recipients = new Map(channel.recipients?.map((user) => [user.id, user]));
      this.#changed.set(id, recipients);
    }
    return recipients;
  }
}
