import Type from 'typebox';
import { CreateEmojiBody, ModifyEmojiBody } from '../../../../protocol/rest/emoji-bodies.js';
import { CreateGuildBody, ModifyGuildBody } from '../../../../protocol/rest/guild-bodies.js';
import {
  CreateIntegrationBody,
  ModifyIntegrationBody,
} from '../../../../protocol/rest/integration-bodies.js';
import { CreateInviteBody } from '../../../../protocol/rest/invite-bodies.js';
import { Nullable, SnowflakeSchema } from '../../../../protocol/schema.js';
import { RestError } from '../../../core/errors.js';
import { readChangedImage, readEmojiImage, readImage } from '../../../images/read-image.js';
import { defineBody } from '../../body.js';
import { readNewChannel } from './channels.js';
import { readRole } from './roles.js';

export const createGuild = defineBody(CreateGuildBody, (body) => ({
  name: body.name,
  region: body.region ?? undefined,
  icon: readImage('icon', body.icon) ?? undefined,
  verificationLevel: body.verification_level ?? undefined,
  defaultMessageNotifications: body.default_message_notifications ?? undefined,
  explicitContentFilter: body.explicit_content_filter ?? undefined,
  roles: body.roles?.map((role, index) => ({
    placeholder: readPlaceholder(role.id),
    ...readRole(role, ['roles', String(index)]),
  })),
  channels: body.channels?.map((channel, index) => ({
    placeholder: readPlaceholder(channel.id),
    ...readNewChannel(channel, ['channels', String(index)]),
  })),
  afkChannelId: readPlaceholder(body.afk_channel_id),
  afkTimeout: body.afk_timeout ?? undefined,
  systemChannelId: body.system_channel_id === null ? null : readPlaceholder(body.system_channel_id),
}));

export const modifyGuild = defineBody(ModifyGuildBody, (body) => ({
  name: body.name ?? undefined,
  region: body.region ?? undefined,
  verificationLevel: body.verification_level ?? undefined,
  defaultMessageNotifications: body.default_message_notifications ?? undefined,
  explicitContentFilter: body.explicit_content_filter ?? undefined,
  afkChannelId: body.afk_channel_id,
  afkTimeout: body.afk_timeout ?? undefined,
  icon: readChangedImage('icon', body.icon),
  ownerId: body.owner_id ?? undefined,
  splash: readChangedImage('splash', body.splash),
  systemChannelId: body.system_channel_id,
}));

export const modifyGuildEmbed = defineBody(
  Type.Object({
    enabled: Type.Optional(Nullable(Type.Boolean())),
    channel_id: Type.Optional(Nullable(SnowflakeSchema)),
  }),
  ({ enabled, channel_id }) => ({ enabled: enabled ?? undefined, channelId: channel_id }),
);

/** Clients send a placeholder id as a number or a string. */
function readPlaceholder(id: string | number | null | undefined): string | undefined {
  return id === null || id === undefined ? undefined : String(id);
}

export const createInvite = defineBody(CreateInviteBody, (body) => ({
  maxAge: body.max_age ?? undefined,
  maxUses: body.max_uses ?? undefined,
  temporary: body.temporary ?? undefined,
  unique: body.unique ?? false,
}));

export const createIntegration = defineBody(CreateIntegrationBody, ({ id, type }) => ({ id, type }));

export const modifyIntegration = defineBody(ModifyIntegrationBody, (body) => ({
  expireBehavior: body.expire_behavior ?? undefined,
  expireGracePeriod: body.expire_grace_period ?? undefined,
  enableEmoticons: body.enable_emoticons ?? undefined,
}));

export const createEmoji = defineBody(CreateEmojiBody, ({ name, image, roles }) => {
  const { animated, data } = readEmojiImage('image', image);
  return { name: readName(name), roles: roles ?? [], animated, data };
});

export const modifyEmoji = defineBody(ModifyEmojiBody, ({ name, roles }) => ({
  name: name == null ? undefined : readName(name),
  roles: roles ?? undefined,
}));

/** Emoji names appear between colons in texts. @throws {RestError} INVALID_FORM_BODY */
function readName(name: string): string {
  if (/^[A-Za-z0-9_]+$/.test(name)) return name;
  const message = 'Must have letters, digits and underscores only.';
  throw new RestError('INVALID_FORM_BODY', [{ path: ['name'], code: 'STRING_TYPE_REGEX', message }]);
}
