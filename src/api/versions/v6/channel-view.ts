import { DEFAULT_BITRATE } from '../../../guilds/rules/create-channel.js';
import type { GuildChannel } from '../../../guilds/state.js';
import { CHANNEL_TYPES, type Channel } from '../../../protocol/objects/channel.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { timestamp } from '../../../protocol/timestamp.js';

/** A channel of a guild; voice channels have voice fields, text channels have text fields (docs/rest.md, Objects). */
export function channelObject(guildId: Snowflake, channel: GuildChannel): Channel {
  const common = {
    id: channel.id,
    type: channel.type,
    guild_id: guildId,
    name: channel.name,
    position: channel.position,
    permission_overwrites: channel.permissionOverwrites.map(({ id, type, allow, deny }) => ({
      id,
      type,
      allow,
      deny,
    })),
    parent_id: channel.parentId,
    nsfw: channel.nsfw,
  };
  switch (channel.type) {
    case CHANNEL_TYPES.GUILD_VOICE:
      return { ...common, bitrate: channel.bitrate ?? DEFAULT_BITRATE, user_limit: channel.userLimit ?? 0 };
    case CHANNEL_TYPES.GUILD_TEXT:
      return {
        ...common,
        topic: channel.topic,
        last_message_id: channel.lastMessageId,
        ...(channel.lastPinAt !== null && { last_pin_timestamp: timestamp(channel.lastPinAt) }),
      };
    default:
      return common;
  }
}
