import Type from 'typebox';
import { CreateGuildBody, ModifyGuildBody } from '../../../../protocol/rest/guild-bodies.js';
import { Nullable, SnowflakeSchema } from '../../../../protocol/schema.js';
import { readChangedImage, readImage } from '../../../images/read-image.js';
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
