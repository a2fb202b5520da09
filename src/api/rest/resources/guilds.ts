import type { Static } from 'typebox';
import { snapshotOf } from '../../../guilds/events.js';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { createGuild, type NewGuild } from '../../../guilds/rules/create-guild.js';
import { deleteGuild } from '../../../guilds/rules/delete-guild.js';
import { type ModifiedGuild, modifyGuild } from '../../../guilds/rules/modify-guild.js';
import { GuildSchema } from '../../../protocol/objects/guild.js';
import { CreateGuildBody, ModifyGuildBody } from '../../../protocol/rest/guild-bodies.js';
import type { Application } from '../../../store/accounts.js';
import { lockApplicationGuilds } from '../../application-guilds-lock.js';
import type { Caller } from '../../caller.js';
import { readImage } from '../../images/read-image.js';
import type { Services } from '../../services.js';
import { BODY_BYTES } from '../body-bytes.js';
import { createRuleContext, guildChange, guildOperation } from '../guild-operation.js';
import { operation } from '../operation.js';
import { RestError } from '../rest-error.js';
import { newChannel } from './guild-channels.js';
import { roleFields } from './guild-roles.js';

/** The guild resource (docs/rest.md, guilds). */
export const guildOperations = [
  operation({
    name: 'Create guild',
    summary: 'Creates a guild whose owner is the bot.',
    errors: ['TOO_MANY_CHANNELS', 'TOO_MANY_GUILDS', 'TOO_MANY_ROLES'],
    method: 'POST',
    path: '/guilds',
    access: 'bot',
    body: CreateGuildBody,
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 201,
    reply: GuildSchema,
    fires: ['GUILD_CREATE'],
    handle: ({ caller, body, services, version: { views } }) =>
      lockApplicationGuilds(services, caller.applicationId ?? '', async (application) => {
        // A deleted application's bot would be an owner who cannot sign in.
        if (application === null) throw new RestError('UNAUTHORIZED');
        const channels = body.channels?.length ?? 0;
        await requireRoom(caller, application, channels, services);
        const created = createGuild(
          caller.actor,
          newGuild(body),
          services.users,
          createRuleContext(services),
        );
        await services.guilds.create(created);
        return views.guild(snapshotOf(created.guild));
      }),
  }),
  guildOperation({
    name: 'Get guild',
    summary: 'Returns a guild that the caller is a member of.',
    method: 'GET',
    path: '/guilds/{guild.id}',
    status: 200,
    reply: GuildSchema,
    handle: ({ guild, services, version }) =>
      services.replyTexts.of(version, guild, guild.version, () => version.views.guild(snapshotOf(guild))),
  }),
  guildChange({
    name: 'Modify guild',
    summary: 'Changes the settings of a guild that are passed.',
    method: 'PATCH',
    path: '/guilds/{guild.id}',
    rule: modifyGuild,
    body: ModifyGuildBody,
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 200,
    reply: GuildSchema,
    fires: ['GUILD_UPDATE', 'VOICE_STATE_UPDATE'],
    async handle({ body, change, version: { views } }) {
      return views.guild(await change(modifiedGuild(body)));
    },
  }),
  guildChange({
    name: 'Delete guild',
    summary: 'Deletes a guild for good; only its owner may do it.',
    errors: ['MISSING_PERMISSIONS'],
    method: 'DELETE',
    path: '/guilds/{guild.id}',
    rule: deleteGuild,
    status: 204,
    fires: ['GUILD_DELETE'],
    handle: ({ change }) => change(),
  }),
];

/** Limits over all guilds (docs/rest.md, Limits). @throws {RestError} */
async function requireRoom(
  caller: Caller,
  application: Application,
  channels: number,
  { store }: Services,
): Promise<void> {
  const guilds = await store.guilds.countOfUser(caller.user.id);
  if (guilds >= GUILD_LIMITS.GUILDS_OF_CREATING_BOT) throw new RestError('TOO_MANY_GUILDS');
  if (application.approved) return;
  const made = await store.guilds.countByApplication(application.id);
  if (made >= GUILD_LIMITS.GUILDS_OF_UNAPPROVED_APPLICATION) throw new RestError('TOO_MANY_GUILDS');
  const madeChannels = await store.guilds.channelCountByApplication(application.id);
  if (madeChannels + channels > GUILD_LIMITS.CHANNELS_OF_UNAPPROVED_APPLICATION) {
    throw new RestError('TOO_MANY_CHANNELS');
  }
}

function newGuild(body: Static<typeof CreateGuildBody>): NewGuild {
  return {
    name: body.name,
    region: body.region ?? undefined,
    icon: readImage('icon', body.icon) ?? undefined,
    verificationLevel: body.verification_level ?? undefined,
    defaultMessageNotifications: body.default_message_notifications ?? undefined,
    explicitContentFilter: body.explicit_content_filter ?? undefined,
    roles: body.roles?.map((role, index) => ({
      placeholder: placeholder(role.id),
      ...roleFields(role, ['roles', String(index)]),
    })),
    channels: body.channels?.map((channel, index) => ({
      placeholder: placeholder(channel.id),
      ...newChannel(channel, ['channels', String(index)]),
    })),
    afkChannelId: placeholder(body.afk_channel_id),
    afkTimeout: body.afk_timeout ?? undefined,
    systemChannelId: body.system_channel_id === null ? null : placeholder(body.system_channel_id),
  };
}

/** Clients write a placeholder as a number or a string. */
function placeholder(id: string | number | null | undefined): string | undefined {
  return id === null || id === undefined ? undefined : String(id);
}

function modifiedGuild(body: Static<typeof ModifyGuildBody>): ModifiedGuild {
  return {
    name: body.name ?? undefined,
    region: body.region ?? undefined,
    verificationLevel: body.verification_level ?? undefined,
    defaultMessageNotifications: body.default_message_notifications ?? undefined,
    explicitContentFilter: body.explicit_content_filter ?? undefined,
    afkChannelId: body.afk_channel_id,
    afkTimeout: body.afk_timeout ?? undefined,
    icon: readImage('icon', body.icon),
    ownerId: body.owner_id ?? undefined,
    splash: readImage('splash', body.splash),
    systemChannelId: body.system_channel_id,
  };
}
