import type { EventOf, GuildEventType, SharedEvent } from '../../../guilds/events.js';
import type { GatewayEventName, GatewayEvents } from '../../../protocol/gateway/events.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Views } from '../views.js';
import { deletedMessageData, pinsData, reactionData, typingData } from './message-event-data.js';

type SharedEventType = SharedEvent['type'];

/** The gateway event of each event of a guild (docs/rest.md, Operations). */
export const GATEWAY_EVENT_NAMES = {
  guildJoined: 'GUILD_CREATE',
  guildUpdated: 'GUILD_UPDATE',
  guildDeleted: 'GUILD_DELETE',
  guildLeft: 'GUILD_DELETE',
  channelCreated: 'CHANNEL_CREATE',
  channelUpdated: 'CHANNEL_UPDATE',
  channelDeleted: 'CHANNEL_DELETE',
  channelPinsUpdated: 'CHANNEL_PINS_UPDATE',
  memberJoined: 'GUILD_MEMBER_ADD',
  memberUpdated: 'GUILD_MEMBER_UPDATE',
  memberLeft: 'GUILD_MEMBER_REMOVE',
  banAdded: 'GUILD_BAN_ADD',
  banRemoved: 'GUILD_BAN_REMOVE',
  roleCreated: 'GUILD_ROLE_CREATE',
  roleUpdated: 'GUILD_ROLE_UPDATE',
  roleDeleted: 'GUILD_ROLE_DELETE',
  emojisUpdated: 'GUILD_EMOJIS_UPDATE',
  integrationsUpdated: 'GUILD_INTEGRATIONS_UPDATE',
  voiceStateUpdated: 'VOICE_STATE_UPDATE',
  messageCreated: 'MESSAGE_CREATE',
  messageUpdated: 'MESSAGE_UPDATE',
  messageDeleted: 'MESSAGE_DELETE',
  messagesDeleted: 'MESSAGE_DELETE_BULK',
  reactionAdded: 'MESSAGE_REACTION_ADD',
  reactionRemoved: 'MESSAGE_REACTION_REMOVE',
  reactionsCleared: 'MESSAGE_REACTION_REMOVE_ALL',
  typingStarted: 'TYPING_START',
  presenceUpdated: 'PRESENCE_UPDATE',
} as const satisfies Record<GuildEventType, GatewayEventName>;

type Names = typeof GATEWAY_EVENT_NAMES;
type DataOf<Type extends SharedEventType> = GatewayEvents[Names[Type]];
type Writers = {
  readonly [Type in SharedEventType]: (
    event: EventOf<Type>,
    guildId: Snowflake,
    views: Views,
  ) => DataOf<Type>;
};

const ban = ({ user }: { user: Parameters<Views['user']>[0] }, guildId: Snowflake, views: Views) => {
  const shown = views.user(user);
  // Has both forms that the documentation allows: the fields of the user, and the user as an object.
  return { ...shown, guild_id: guildId, user: shown };
};
/** The writer of each event. */
const WRITERS: Writers = {
  guildUpdated: ({ guild }, _guildId, views) => views.guild(guild),
  guildDeleted: (_event, guildId) => ({ id: guildId }),
  guildLeft: (_event, guildId) => ({ id: guildId }),
  channelCreated: ({ channel }, guildId, views) => views.channel(guildId, channel),
  channelUpdated: ({ channel }, guildId, views) => views.channel(guildId, channel),
  channelDeleted: ({ channel }, guildId, views) => views.channel(guildId, channel),
  channelPinsUpdated: pinsData,
  memberJoined: ({ member, user }, guildId, views) => ({ ...views.member(member, user), guild_id: guildId }),
  memberUpdated: ({ member, user }, guildId, views) => ({
    guild_id: guildId,
    roles: [...member.roles],
    user: views.user(user),
    nick: member.nick,
  }),
  memberLeft: ({ user }, guildId, views) => ({ guild_id: guildId, user: views.user(user) }),
  banAdded: ban,
  banRemoved: ban,
  roleCreated: ({ role }, guildId, views) => ({ guild_id: guildId, role: views.role(role) }),
  roleUpdated: ({ role }, guildId, views) => ({ guild_id: guildId, role: views.role(role) }),
  roleDeleted: ({ roleId }, guildId) => ({ guild_id: guildId, role_id: roleId }),
  emojisUpdated: ({ emojis }, guildId, views) => ({
    guild_id: guildId,
    emojis: emojis.map((emoji) => views.emoji(emoji)),
  }),
  integrationsUpdated: (_event, guildId) => ({ guild_id: guildId }),
  voiceStateUpdated: ({ voice }, guildId, views) => ({ guild_id: guildId, ...views.voiceState(voice) }),
  messageCreated: ({ message }, guildId, views) => views.message(message, guildId),
  messageUpdated: ({ message }, guildId, views) => views.message(message, guildId),
  messageDeleted: deletedMessageData,
  messagesDeleted: ({ channelId, messageIds }, guildId) => ({
    ids: messageIds,
    channel_id: channelId,
    guild_id: guildId,
  }),
  reactionAdded: reactionData,
  reactionRemoved: reactionData,
  reactionsCleared: ({ channelId, messageId }, guildId) => ({
    channel_id: channelId,
    message_id: messageId,
    guild_id: guildId,
  }),
  typingStarted: typingData,
  presenceUpdated: ({ presence }, guildId, views) => ({
    ...views.presence(presence, guildId),
    guild_id: guildId,
  }),
};

/** The data of a guild event, field by field. */
export function writeEvent(event: SharedEvent, guildId: Snowflake, views: Views): object {
  const write = WRITERS[event.type] as (event: SharedEvent, guildId: Snowflake, views: Views) => object;
  return write(event, guildId, views);
}
