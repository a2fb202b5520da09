import Type from 'typebox';
import { liveInvites } from '../../../guilds/invites.js';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { acceptInvite } from '../../../guilds/rules/accept-invite.js';
import { vanityOf } from '../../../guilds/rules/configure-guild.js';
import { createInvite } from '../../../guilds/rules/create-invite.js';
import { deleteInvite } from '../../../guilds/rules/delete-invite.js';
import { FullInviteSchema, InviteSchema, PartialInviteSchema } from '../../../protocol/objects/invite.js';
import { CreateInviteBody } from '../../../protocol/rest/invite-bodies.js';
import { createInviteCode } from '../../invite-code.js';
import { channelOperation } from '../channel-operation.js';
import { found, guildOperation } from '../guild-operation.js';
import { guildOfInvite, inviteOperation, liveInvite } from '../invite-operation.js';
import { publicOperation } from '../operation.js';
import { RestError } from '../rest-error.js';

/** Invites (docs/rest.md, guilds; docs/rest.md, Operations). */
export const inviteOperations = [
  guildOperation({
    name: 'Get guild invites',
    method: 'GET',
    path: '/guilds/{guild.id}/invites',
    permission: 'MANAGE_GUILD',
    status: 200,
    reply: Type.Array(FullInviteSchema),
    handle: ({ guild, services, version: { views } }) =>
      liveInvites(guild, services.now()).map((invite) => views.inviteWithMetadata(guild, invite)),
  }),
  guildOperation({
    name: 'Get guild vanity url',
    method: 'GET',
    path: '/guilds/{guild.id}/vanity-url',
    permission: 'MANAGE_GUILD',
    status: 200,
    reply: PartialInviteSchema,
    handle({ guild }) {
      if (!guild.settings.features.includes('VANITY_URL')) throw new RestError('MISSING_ACCESS');
      return { code: found(vanityOf(guild), 'UNKNOWN_INVITE').code };
    },
  }),
  channelOperation({
    name: 'Get channel invites',
    method: 'GET',
    path: '/channels/{channel.id}/invites',
    permission: 'MANAGE_CHANNELS',
    status: 200,
    reply: Type.Array(FullInviteSchema),
    handle: ({ guild, channel, services, version: { views } }) =>
      liveInvites(guild, services.now())
        .filter(({ channelId }) => channelId === channel.id)
        .map((invite) => views.inviteWithMetadata(guild, invite)),
  }),
  channelOperation({
    name: 'Create channel invite',
    method: 'POST',
    path: '/channels/{channel.id}/invites',
    permission: 'CREATE_INSTANT_INVITE',
    body: CreateInviteBody,
    status: 200,
    reply: FullInviteSchema,
    handle: ({ body, change, version: { views } }) =>
      change((guild, actor, context, channel) => {
        const input = {
          code: createInviteCode(),
          maxAge: body.max_age ?? undefined,
          maxUses: body.max_uses ?? undefined,
          temporary: body.temporary ?? undefined,
          unique: body.unique ?? false,
        };
        const decision = createInvite(guild, actor, channel, input, context);
        return { ...decision, result: views.inviteWithMetadata(guild, decision.result) };
      }),
  }),
  publicOperation({
    name: 'Get invite',
    method: 'GET',
    path: '/invites/{invite.code}',
    status: 200,
    reply: InviteSchema,
    async handle({ params, services, version: { views } }) {
      const guild = await guildOfInvite(services, params.invite_code);
      return views.invite(guild, liveInvite(guild, params.invite_code, services.now()));
    },
  }),
  inviteOperation({
    name: 'Accept invite',
    method: 'POST',
    path: '/invites/{invite.code}',
    scopes: ['guilds.join'],
    status: 200,
    reply: InviteSchema,
    fires: ['GUILD_MEMBER_ADD', 'GUILD_CREATE', 'MESSAGE_CREATE'],
    async handle({ caller: { kind, user }, change, services, version: { views } }) {
      if (kind === 'bot') throw new RestError('NO_BOTS');
      return services.locks.run(`join ${user.id}`, async () => {
        const isFull = (await services.store.guilds.countOfUser(user.id)) >= GUILD_LIMITS.GUILDS_OF_USER;
        return change((guild, invite, context) => {
          if (isFull && !guild.members.has(user.id)) throw new RestError('TOO_MANY_GUILDS');
          return { ...acceptInvite(guild, user.id, invite, context), result: views.invite(guild, invite) };
        });
      });
    },
  }),
  inviteOperation({
    name: 'Delete invite',
    method: 'DELETE',
    path: '/invites/{invite.code}',
    status: 200,
    reply: FullInviteSchema,
    handle: ({ caller, change, version: { views } }) =>
      change((guild, invite) => {
        const decision = deleteInvite(guild, caller.actor, invite);
        return { ...decision, result: views.inviteWithMetadata(guild, decision.result) };
      }),
  }),
];
