import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { compareSnowflakes, type Snowflake } from '../../protocol/snowflake.js';
import type { GuildUser, UserLookup } from '../state.js';

export const PRIVATE_CHANNEL_LIMITS = {
  /** recipients of a group */
  RECIPIENTS: 10,
  /** existing groups that one application has created */
  GROUPS_OF_APPLICATION: 10,
  /** groups that somebody is in whom others add to another one */
  GROUPS_OF_ADDED: 100,
  /** groups that somebody is in who creates another one: others cannot use up all of them */
  GROUPS_OF_CREATOR: 200,
  /** channels in READY, the most recent ones; others are listed by the REST API */
  READY: 1000,
} as const;

/** A recipient of a private channel. */
export interface Recipient {
  readonly userId: Snowflake;
  /** shown in a group instead of the user name; null: none */
  readonly nick: string | null;
  /** whether the channel is in the user's list; a new message opens a closed DM */
  readonly isOpen: boolean;
}

/** A DM of two users, or a group (docs/rest.md, Private channels). Immutable. */
export interface PrivateChannel {
  readonly id: Snowflake;
  readonly type: typeof CHANNEL_TYPES.DM | typeof CHANNEL_TYPES.GROUP_DM;
  /** of a group; null: none */
  readonly name: string | null;
  /** of a group: the hash of its image; null: none */
  readonly icon: string | null;
  /** who may remove others from a group; null: nobody */
  readonly ownerId: Snowflake | null;
  /** the application that created a group; null: a person did */
  readonly applicationId: Snowflake | null;
  /** by user; the channel must not be revealed to others */
  readonly recipients: ReadonlyMap<Snowflake, Recipient>;
  readonly lastMessageId: Snowflake | null;
  /** when a message was last pinned, in milliseconds since the Unix epoch; null: never */
  readonly lastPinAt: number | null;
}

/** The other user of a DM. @returns null for a group */
export function partnerOf({ type, recipients }: PrivateChannel, userId: Snowflake): Snowflake | null {
  if (type !== CHANNEL_TYPES.DM) return null;
  return [...recipients.keys()].find((id) => id !== userId) ?? null;
}

/** A recipient, who is loaded with the channel; a missing one must not make the whole channel fail. */
export function recipientOf(id: Snowflake, users: UserLookup): GuildUser {
  return users.get(id) ?? { id, username: 'unknown user', discriminator: '0000', avatar: null };
}

/** The channels with the newest messages or, without messages, creation, in the order of the list. */
export function mostRecent(channels: readonly PrivateChannel[], most: number): readonly PrivateChannel[] {
  if (channels.length <= most) return channels;
  const usedAt = ({ id, lastMessageId }: PrivateChannel) => lastMessageId ?? id;
  const newestFirst = [...channels].sort((a, b) => compareSnowflakes(usedAt(b), usedAt(a)));
  const recent = new Set(newestFirst.slice(0, most));
  return channels.filter((channel) => recent.has(channel));
}

/** The key of the DM of two users, independent of their order. */
export function dmKey(userIds: Iterable<Snowflake>): string {
  return [...userIds].sort(compareSnowflakes).join(':');
}

/** Adds or replaces a recipient. */
export function withRecipient(channel: PrivateChannel, recipient: Recipient): PrivateChannel {
  return { ...channel, recipients: new Map(channel.recipients).set(recipient.userId, recipient) };
}

/** A private channel as one of its users sees it. */
export interface ViewedPrivateChannel {
  readonly channel: PrivateChannel;
  readonly viewer: Snowflake;
  /** the users of the channel, who are loaded with it */
  readonly users: UserLookup;
}
