import Type, { type TProperties } from 'typebox';
import type { EventOf, GuildEventType } from '../../guilds/events.js';
import {
  GuildChannelSchema,
  GuildEmojiSchema,
  GuildMemberSchema,
  GuildRoleSchema,
  GuildSettingsSchema,
  GuildUserSchema,
} from '../../guilds/state.js';
import { PartialEmojiSchema } from '../../protocol/objects/emoji.js';
import { ActivitySchema, STATUSES } from '../../protocol/objects/presence.js';
import { Enumeration, Nullable, SnowflakeSchema, type Validator, validator } from '../../protocol/schema.js';
import { MessageStateSchema } from './message-schemas.js';

const Id = SnowflakeSchema;
const Flag = Type.Boolean();

const SnapshotSchema = Type.Object({
  id: Id,
  settings: GuildSettingsSchema,
  roles: Type.Array(GuildRoleSchema),
  emojis: Type.Array(GuildEmojiSchema),
});

const VoiceSnapshotSchema = Type.Object({
  userId: Id,
  channelId: Nullable(Id),
  sessionId: Type.String(),
  mute: Flag,
  deaf: Flag,
  selfMute: Flag,
  selfDeaf: Flag,
  isSuppressed: Flag,
  hasDelegatedAccess: Flag,
});

/** The presence of a user, without the guild that shows it. */
export const STATUS_FIELDS = { status: Enumeration(STATUSES), game: Nullable(ActivitySchema) };

const PresenceSnapshotSchema = Type.Object({ userId: Id, roles: Type.Array(Id), ...STATUS_FIELDS });

function event<const Name extends string, Fields extends TProperties>(type: Name, fields: Fields) {
  return validator(Type.Object({ type: Type.Literal(type), ...fields }));
}

const reaction = { channelId: Id, messageId: Id, userId: Id, emoji: PartialEmojiSchema };
const user = { user: GuildUserSchema };
const message = { channelId: Id, message: MessageStateSchema };

/** Checks each type of event. */
export const EVENT_VALIDATORS: { readonly [Name in GuildEventType]: Validator<EventOf<Name>> } = {
  guildJoined: event('guildJoined', { userId: Id }),
  guildUpdated: event('guildUpdated', { guild: SnapshotSchema }),
  guildDeleted: event('guildDeleted', {}),
  guildLeft: event('guildLeft', { userId: Id }),
  channelCreated: event('channelCreated', { channel: GuildChannelSchema }),
  channelUpdated: event('channelUpdated', { channel: GuildChannelSchema }),
  channelDeleted: event('channelDeleted', { channel: GuildChannelSchema }),
  channelPinsUpdated: event('channelPinsUpdated', { channelId: Id, lastPinAt: Nullable(Type.Number()) }),
  memberJoined: event('memberJoined', { member: GuildMemberSchema, ...user }),
  memberUpdated: event('memberUpdated', { member: GuildMemberSchema, ...user }),
  memberLeft: event('memberLeft', user),
  banAdded: event('banAdded', user),
  banRemoved: event('banRemoved', user),
  roleCreated: event('roleCreated', { role: GuildRoleSchema, except: Type.Optional(Id) }),
  roleUpdated: event('roleUpdated', { role: GuildRoleSchema }),
  roleDeleted: event('roleDeleted', { roleId: Id }),
  emojisUpdated: event('emojisUpdated', { emojis: Type.Array(GuildEmojiSchema) }),
  integrationsUpdated: event('integrationsUpdated', {}),
  voiceStateUpdated: event('voiceStateUpdated', { voice: VoiceSnapshotSchema, from: Nullable(Id) }),
  messageCreated: event('messageCreated', message),
  messageUpdated: event('messageUpdated', message),
  messageDeleted: event('messageDeleted', { channelId: Id, messageId: Id }),
  messagesDeleted: event('messagesDeleted', { channelId: Id, messageIds: Type.Array(Id) }),
  reactionAdded: event('reactionAdded', reaction),
  reactionRemoved: event('reactionRemoved', reaction),
  reactionsCleared: event('reactionsCleared', { channelId: Id, messageId: Id }),
  typingStarted: event('typingStarted', { channelId: Id, userId: Id, at: Type.Number() }),
  presenceUpdated: event('presenceUpdated', { presence: PresenceSnapshotSchema }),
};
