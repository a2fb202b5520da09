import {
  dmKey,
  type PrivateChannel,
  type Recipient,
} from '../../../guilds/private-channels/private-channel.js';
import { CHANNEL_TYPES } from '../../../protocol/objects/channel.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { ChannelRow, PrivateChannelRow, RecipientRow } from '../rows/guilds.js';
import { put, remove, type Write } from '../writes.js';

/** All rows of some private channels, except their messages. */
export interface PrivateChannelRows {
  readonly channels: readonly ChannelRow[];
  readonly details: readonly PrivateChannelRow[];
  readonly recipients: readonly RecipientRow[];
  /** by channel, for those that have messages */
  readonly lastMessages: ReadonlyMap<Snowflake, Snowflake>;
}

/** Converts rows to private channels with their users. */
export function channelsFromRows(stored: PrivateChannelRows): PrivateChannel[] {
  const details = new Map(stored.details.map((row) => [row.id, row]));
  const recipients = new Map<Snowflake, Map<Snowflake, Recipient>>();
  for (const { channel_id, user_id: userId, nick, is_open: isOpen } of stored.recipients) {
    const ofChannel = recipients.get(channel_id) ?? new Map<Snowflake, Recipient>();
    recipients.set(channel_id, ofChannel.set(userId, { userId, nick, isOpen }));
  }
  return stored.channels.map((row) => ({
    id: row.id,
    type: row.type === CHANNEL_TYPES.DM ? CHANNEL_TYPES.DM : CHANNEL_TYPES.GROUP_DM,
    name: row.name === '' ? null : row.name,
    icon: details.get(row.id)?.icon ?? null,
    ownerId: details.get(row.id)?.owner_id ?? null,
    applicationId: row.application_id,
    recipients: recipients.get(row.id) ?? new Map(),
    lastMessageId: stored.lastMessages.get(row.id) ?? null,
    lastPinAt: row.last_pin_at,
  }));
}

/**
 * The writes of a private channel; its messages are stored separately.
 *
 * @param before null if it is new
 * @param after null if it is deleted, with all its contents
 */
export function writesOfChannel(before: PrivateChannel | null, after: PrivateChannel | null): Write[] {
  if (after === null) return before === null ? [] : [remove('channels', { id: before.id })];
  const writes: Write[] = [];
  if (before === null || STORED_FIELDS.some((field) => before[field] !== after[field])) {
    writes.push(put('channels', channelRow(after)), put('private_channels', privateChannelRow(after)));
  }
  for (const recipient of after.recipients.values()) {
    if (before?.recipients.get(recipient.userId) !== recipient) {
      writes.push(put('private_channel_recipients', recipientRow(after.id, recipient)));
    }
  }
  for (const userId of before?.recipients.keys() ?? []) {
    if (after.recipients.has(userId)) continue;
    writes.push(remove('private_channel_recipients', { channel_id: after.id, user_id: userId }));
  }
  return writes;
}

/** Fields that have a column and may change; the last message is computed from the stored messages. */
const STORED_FIELDS = ['name', 'icon', 'ownerId', 'lastPinAt'] as const satisfies (keyof PrivateChannel)[];

/** The row of a private channel in `channels`. */
export function channelRow({ id, type, name, applicationId, lastPinAt }: PrivateChannel): ChannelRow {
  return {
    id,
    guild_id: null,
    application_id: applicationId,
    type,
    name: name ?? '',
    topic: null,
    position: 0,
    nsfw: false,
    bitrate: null,
    user_limit: null,
    parent_id: null,
    permission_overwrites: [],
    last_pin_at: lastPinAt,
  };
}

/** The row of what only private channels have. */
export function privateChannelRow(channel: PrivateChannel): PrivateChannelRow {
  const { id, icon, ownerId } = channel;
  return { id, owner_id: ownerId, icon, dm_key: dmKeyOf(channel) };
}

/** The pair of users of a DM; null for a group. */
export function dmKeyOf({ type, recipients }: PrivateChannel): string | null {
  return type === CHANNEL_TYPES.DM ? dmKey(recipients.keys()) : null;
}

/** The row of a recipient. */
export function recipientRow(channelId: Snowflake, { userId, nick, isOpen }: Recipient): RecipientRow {
  return { channel_id: channelId, user_id: userId, nick, is_open: isOpen };
}
