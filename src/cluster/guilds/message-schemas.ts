import Type from 'typebox';
import { CHANNEL_TYPES, OverwriteSchema } from '../../protocol/objects/channel.js';
import { EmbedSchema } from '../../protocol/objects/embed.js';
import { PartialEmojiSchema } from '../../protocol/objects/emoji.js';
import {
  DEFAULT_MESSAGE_NOTIFICATIONS,
  EXPLICIT_CONTENT_FILTERS,
  MFA_LEVELS,
  VERIFICATION_LEVELS,
} from '../../protocol/objects/guild.js';
import { EXPIRE_BEHAVIORS } from '../../protocol/objects/integration.js';
import { MESSAGE_TYPES } from '../../protocol/objects/message.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../../protocol/schema.js';

/** Schemas of the parts of a guild as one node sends them to others. They match the types of `src/guilds/state.ts`. */

const Id = SnowflakeSchema;
const Ids = Type.Array(SnowflakeSchema);
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer();
/** milliseconds since the Unix epoch */
const Time = Type.Number();

export const SettingsSchema = Type.Object({
  name: Text,
  icon: Nullable(Text),
  splash: Nullable(Text),
  ownerId: Id,
  region: Text,
  afkChannelId: Nullable(Id),
  afkTimeout: Count,
  embedEnabled: Flag,
  embedChannelId: Nullable(Id),
  verificationLevel: Enumeration(VERIFICATION_LEVELS),
  defaultMessageNotifications: Enumeration(DEFAULT_MESSAGE_NOTIFICATIONS),
  explicitContentFilter: Enumeration(EXPLICIT_CONTENT_FILTERS),
  features: Type.Array(Text),
  mfaLevel: Enumeration(MFA_LEVELS),
  applicationId: Nullable(Id),
  widgetEnabled: Flag,
  widgetChannelId: Nullable(Id),
  systemChannelId: Nullable(Id),
});

export const GuildUserSchema = Type.Object({
  id: Id,
  username: Text,
  discriminator: Text,
  avatar: Nullable(Text),
  bot: Type.Optional(Type.Literal(true)),
});

export const RoleSchema = Type.Object({
  id: Id,
  name: Text,
  color: Count,
  hoist: Flag,
  position: Count,
  permissions: Count,
  managed: Flag,
  mentionable: Flag,
});

export const ChannelStateSchema = Type.Object({
  id: Id,
  applicationId: Nullable(Id),
  type: Enumeration(CHANNEL_TYPES),
  name: Text,
  topic: Nullable(Text),
  position: Count,
  nsfw: Flag,
  bitrate: Nullable(Count),
  userLimit: Nullable(Count),
  parentId: Nullable(Id),
  permissionOverwrites: Type.Array(OverwriteSchema),
  lastMessageId: Nullable(Id),
  lastPinAt: Nullable(Time),
});

export const MemberSchema = Type.Object({
  userId: Id,
  nick: Nullable(Text),
  roles: Ids,
  joinedAt: Time,
  deaf: Flag,
  mute: Flag,
});

export const InviteStateSchema = Type.Object({
  code: Text,
  channelId: Id,
  inviterId: Nullable(Id),
  uses: Count,
  maxUses: Count,
  maxAge: Count,
  temporary: Flag,
  vanity: Flag,
  createdAt: Time,
});

export const IntegrationStateSchema = Type.Object({
  id: Id,
  name: Text,
  type: Text,
  enabled: Flag,
  syncing: Flag,
  roleId: Id,
  expireBehavior: Enumeration(EXPIRE_BEHAVIORS),
  expireGracePeriod: Count,
  enableEmoticons: Flag,
  userId: Id,
  accountId: Text,
  accountName: Text,
  syncedAt: Time,
});

export const SubscriberSchema = Type.Object({ userId: Id, expiresAt: Nullable(Time) });

export const EmojiStateSchema = Type.Object({ id: Id, name: Text, roles: Ids, userId: Id, animated: Flag });

export const VoiceStateSchema = Type.Object({
  userId: Id,
  channelId: Id,
  sessionId: Text,
  selfMute: Flag,
  selfDeaf: Flag,
  activeAt: Time,
  hasDelegatedAccess: Flag,
});

export const BanSchema = Type.Object({ userId: Id, reason: Nullable(Text) });

export const ImageSchema = Type.Object({ hash: Text, data: Text });

export const FileSchema = Type.Object({
  id: Id,
  filename: Text,
  size: Count,
  contentType: Text,
  width: Nullable(Count),
  height: Nullable(Count),
  accessKey: Text,
  url: Text,
});

export const MessageStateSchema = Type.Object({
  id: Id,
  channelId: Id,
  author: GuildUserSchema,
  content: Text,
  editedAt: Nullable(Time),
  tts: Flag,
  mentionsEveryone: Flag,
  mentions: Type.Array(GuildUserSchema),
  mentionRoles: Ids,
  attachments: Type.Array(FileSchema),
  embeds: Type.Array(EmbedSchema),
  pinned: Flag,
  type: Enumeration(MESSAGE_TYPES),
  nonce: Type.Optional(Type.Union([Text, Type.Number(), Type.Null()])),
});

export const ReactionStateSchema = Type.Object({
  messageId: Id,
  userId: Id,
  emoji: PartialEmojiSchema,
  reactedAt: Time,
});
