import type { EventOf } from '../../../guilds/events.js';
import type { GatewayEvents } from '../../../protocol/gateway/events.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { timestamp } from '../../../protocol/timestamp.js';

/**
 * The data of message events, which fire in guilds and in private channels; `guildId` is null for a private channel,
 * whose events have no `guild_id` (docs/gateway.md, Private channels).
 */
export function reactionData(
  { channelId, emoji, messageId, userId }: Omit<EventOf<'reactionAdded'>, 'type'>,
  guildId: Snowflake | null,
): GatewayEvents['MESSAGE_REACTION_ADD'] {
  return { user_id: userId, channel_id: channelId, message_id: messageId, ...inGuild(guildId), emoji };
}

export function typingData(
  { at, channelId, userId }: Omit<EventOf<'typingStarted'>, 'type'>,
  guildId: Snowflake | null,
): GatewayEvents['TYPING_START'] {
  const seconds = Math.floor(at / 1000);
  return { channel_id: channelId, ...inGuild(guildId), user_id: userId, timestamp: seconds };
}

export function pinsData(
  { channelId, lastPinAt }: Omit<EventOf<'channelPinsUpdated'>, 'type'>,
  guildId: Snowflake | null,
): GatewayEvents['CHANNEL_PINS_UPDATE'] {
  const lastPin = lastPinAt === null ? null : timestamp(lastPinAt);
  return { ...inGuild(guildId), channel_id: channelId, last_pin_timestamp: lastPin };
}

export function deletedMessageData(
  { channelId, messageId }: Omit<EventOf<'messageDeleted'>, 'type'>,
  guildId: Snowflake | null,
): GatewayEvents['MESSAGE_DELETE'] {
  return { id: messageId, channel_id: channelId, ...inGuild(guildId) };
}

function inGuild(guildId: Snowflake | null): { guild_id?: Snowflake } {
  return guildId === null ? {} : { guild_id: guildId };
}
