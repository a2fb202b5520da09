import type { Message } from '#guildhall/guilds/message.js';
import type {
  GuildChannel,
  GuildEmoji,
  GuildIntegration,
  GuildInvite,
  GuildMember,
  GuildRole,
  GuildSettings,
  GuildUser,
  GuildVoiceState,
} from '#guildhall/guilds/state.js';
import type { Embed } from '#guildhall/protocol/objects/embed.js';
import type { PartialEmoji } from '#guildhall/protocol/objects/emoji.js';
import { fc } from '../../helpers/fast-check.js';

/**
 * Arbitrary parts of a guild, with absent fields, and with null where it is allowed. Some have no prototype; a copy by
 * `structuredClone` has one.
 */

export const id = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map(String);
export const ids = fc.array(id, { maxLength: 4 });
export const text = fc.string({ unit: 'binary', maxLength: 20 });
export const flag = fc.boolean();
export const count = fc.integer();
export const time = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
export const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

export const settings: fc.Arbitrary<GuildSettings> = fc.record({
  name: text,
  icon: orNull(text),
  splash: orNull(text),
  ownerId: id,
  region: text,
  afkChannelId: orNull(id),
  afkTimeout: count,
  embedEnabled: flag,
  embedChannelId: orNull(id),
  verificationLevel: fc.constantFrom(0, 1, 2, 3, 4),
  defaultMessageNotifications: fc.constantFrom(0, 1),
  explicitContentFilter: fc.constantFrom(0, 1, 2),
  features: fc.array(text, { maxLength: 3 }),
  mfaLevel: fc.constantFrom(0, 1),
  applicationId: orNull(id),
  widgetEnabled: flag,
  widgetChannelId: orNull(id),
  systemChannelId: orNull(id),
});

export const user: fc.Arbitrary<GuildUser> = fc.record(
  { id, username: text, discriminator: text, avatar: orNull(text), bot: fc.constant(true as const) },
  { requiredKeys: ['id', 'username', 'discriminator', 'avatar'] },
);

export const role: fc.Arbitrary<GuildRole> = fc.record({
  id,
  name: text,
  color: count,
  hoist: flag,
  position: count,
  permissions: fc.maxSafeNat(),
  managed: flag,
  mentionable: flag,
});

export const channel: fc.Arbitrary<GuildChannel> = fc.record({
  id,
  applicationId: orNull(id),
  type: fc.constantFrom(0, 2, 4),
  name: text,
  topic: orNull(text),
  position: count,
  nsfw: flag,
  bitrate: orNull(count),
  userLimit: orNull(count),
  parentId: orNull(id),
  permissionOverwrites: fc.array(
    fc.record({
      id,
      type: fc.constantFrom('role', 'member'),
      allow: fc.maxSafeNat(),
      deny: fc.maxSafeNat(),
    }),
    { maxLength: 2 },
  ),
  lastMessageId: orNull(id),
  lastPinAt: orNull(time),
});

export const member: fc.Arbitrary<GuildMember> = fc.record({
  userId: id,
  nick: orNull(text),
  roles: ids,
  joinedAt: time,
  deaf: flag,
  mute: flag,
});

export const invite: fc.Arbitrary<GuildInvite> = fc.record({
  code: text,
  channelId: id,
  inviterId: orNull(id),
  uses: count,
  maxUses: count,
  maxAge: count,
  temporary: flag,
  vanity: flag,
  createdAt: time,
});

export const integration: fc.Arbitrary<GuildIntegration> = fc.record({
  id,
  name: text,
  type: text,
  enabled: flag,
  syncing: flag,
  roleId: id,
  expireBehavior: fc.constantFrom(0, 1),
  expireGracePeriod: count,
  enableEmoticons: flag,
  userId: id,
  accountId: text,
  accountName: text,
  syncedAt: time,
});

export const emoji: fc.Arbitrary<GuildEmoji> = fc.record({
  id,
  name: text,
  roles: ids,
  userId: id,
  animated: flag,
});

export const partialEmoji: fc.Arbitrary<PartialEmoji> = fc.record(
  { id: orNull(id), name: text, animated: flag },
  { requiredKeys: ['id', 'name'] },
);

export const voiceState: fc.Arbitrary<GuildVoiceState> = fc.record({
  userId: id,
  channelId: id,
  sessionId: text,
  selfMute: flag,
  selfDeaf: flag,
  activeAt: time,
  hasDelegatedAccess: flag,
});

const embed: fc.Arbitrary<Embed> = fc.record(
  {
    type: fc.constant('rich' as const),
    title: text,
    color: count,
    image: fc.record({ url: text }),
    footer: fc.record({ text, icon_url: text }, { requiredKeys: ['text'] }),
    fields: fc.array(fc.record({ name: text, value: text, inline: flag }), { maxLength: 2 }),
  },
  { requiredKeys: ['type'] },
);

const file = fc.record({
  id,
  filename: text,
  size: count,
  contentType: text,
  width: orNull(count),
  height: orNull(count),
  accessKey: text,
  url: text,
});

const messageFields = {
  id,
  channelId: id,
  author: user,
  content: text,
  editedAt: orNull(time),
  tts: flag,
  mentionsEveryone: flag,
  mentions: fc.array(user, { maxLength: 2 }),
  mentionRoles: ids,
  attachments: fc.array(file, { maxLength: 2 }),
  embeds: fc.array(embed, { maxLength: 2 }),
  pinned: flag,
  type: fc.constantFrom(0 as const, 6 as const, 7 as const),
};

export const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record(messageFields),
  fc.record({ ...messageFields, nonce: fc.oneof(text, count, fc.constant(null)) }),
);
