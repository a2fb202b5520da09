import Type from 'typebox';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { leaveGuild } from '../../../guilds/rules/guilds.js';
import {
  addMember,
  addMemberRole,
  modifyMember,
  removeMember,
  removeMemberRole,
  setOwnNick,
} from '../../../guilds/rules/members.js';
import { MemberSchema } from '../../../protocol/objects/member.js';
import { ListMembersQuery, NickReplySchema } from '../../../protocol/rest/member-bodies.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { consentedUser } from '../../accounts/authentication.js';
import type { Caller } from '../../core/caller.js';
import { RestError } from '../../core/errors.js';
import { ReplyWithStatus } from '../../core/http/handler-result.js';
import { limitGuildsOfUser } from '../../guilds/store-limits.js';
import { guildChange, guildOperation, requireFound } from '../guild-operation.js';
import type { OperationServices } from '../operation-services.js';

/** The members of a guild (docs/rest.md, guilds). */
export const guildMemberOperations = [
  guildOperation({
    name: 'List guild members',
    summary: 'Returns the members of a guild page by page, in the order of their ids.',
    method: 'GET',
    path: '/guilds/{guild.id}/members',
    query: ListMembersQuery,
    status: 200,
    reply: Type.Array(MemberSchema),
    needs: ['memberOrder'],
    cacheBy: (_, { query: { limit, after } }) => `${limit} ${after}`,
    handle: ({ guild, query: { limit = 1, after = '0' }, services, version: { views } }) =>
      services.memberOrder.page(guild, after, limit).map((member) => views.guildMember(guild, member)),
  }),
  guildOperation({
    name: 'Get guild member',
    summary: 'Returns one member of a guild.',
    errors: ['UNKNOWN_MEMBER'],
    method: 'GET',
    path: '/guilds/{guild.id}/members/{user.id}',
    status: 200,
    reply: MemberSchema,
    cacheBy: ({ guild }, { params }) => guild.members.get(params.user_id),
    handle: ({ guild, params, version: { views } }) =>
      views.guildMember(guild, requireFound(guild.members.get(params.user_id), 'UNKNOWN_MEMBER')),
  }),
  guildChange({
    name: 'Add guild member',
    summary: 'Adds a user to a guild with their access token.',
    details: 'A user who is already a member is not changed, and the reply is 204 without a body.',
    errors: ['INVALID_ACCESS_TOKEN', 'TOO_MANY_GUILDS', 'UNKNOWN_ROLE', 'USER_BANNED'],
    method: 'PUT',
    path: '/guilds/{guild.id}/members/{user.id}',
    access: 'bot',
    rule: addMember,
    body: 'addMember',
    status: 201,
    reply: MemberSchema,
    fires: ['GUILD_MEMBER_ADD', 'GUILD_CREATE', 'MESSAGE_CREATE'],
    needs: ['authentication', 'conflictTurns', 'guildStore'],
    handle: ({ caller, params, readBody, hashToken, changeIf, services, version: { views } }) =>
      services.conflictTurns.run(`joins of ${params.user_id}`, async () => {
        const { accessToken, ...input } = readBody();
        const userId = params.user_id;
        await requireConsent(caller, userId, hashToken(accessToken), services);
        const { GUILDS_OF_USER } = GUILD_LIMITS;
        const limit = await limitGuildsOfUser(services.guildStore, userId, GUILDS_OF_USER);
        if (limit.isReached) throw new RestError('TOO_MANY_GUILDS');
        return changeIf([limit.condition], { userId, ...input }, (member, { guild }) =>
          member === null ? new ReplyWithStatus(204, null) : views.guildMember(guild, member),
        );
      }),
  }),
];

/** Checks that the user granted this application the scope guilds.join. @throws {RestError} INVALID_ACCESS_TOKEN */
async function requireConsent(
  bot: Caller,
  userId: Snowflake,
  tokenHash: string,
  { authentication }: Pick<OperationServices, 'authentication'>,
): Promise<void> {
  const user = await consentedUser(authentication, bot, tokenHash, 'guilds.join');
  if (user.id !== userId) throw new RestError('INVALID_ACCESS_TOKEN');
}

/** Operations that change members or end their membership (docs/rest.md, guilds). */
export const guildMemberChangeOperations = [
  guildChange({
    name: 'Modify guild member',
    summary: 'Changes the nickname, roles, voice state or voice channel of a member.',
    errors: [
      'MISSING_PERMISSIONS',
      'NOT_IN_VOICE',
      'TWO_FACTOR_REQUIRED',
      'UNKNOWN_CHANNEL',
      'UNKNOWN_MEMBER',
      'UNKNOWN_ROLE',
    ],
    method: 'PATCH',
    path: '/guilds/{guild.id}/members/{user.id}',
    rule: modifyMember,
    body: 'modifyMember',
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, readBody, change }) => change({ userId: params.user_id, ...readBody() }),
  }),
  guildChange({
    name: 'Modify current user nick',
    summary: "Changes the caller's own nickname in a guild.",
    method: 'PATCH',
    path: '/guilds/{guild.id}/members/@me/nick',
    rule: setOwnNick,
    body: 'setOwnNick',
    status: 200,
    reply: NickReplySchema,
    fires: ['GUILD_MEMBER_UPDATE'],
    handle: ({ readBody, change }) => change(readBody(), (nick) => ({ nick })),
  }),
  guildChange({
    name: 'Remove guild member',
    summary: 'Removes a member from a guild.',
    errors: ['UNKNOWN_MEMBER'],
    method: 'DELETE',
    path: '/guilds/{guild.id}/members/{user.id}',
    rule: removeMember,
    status: 204,
    fires: ['VOICE_STATE_UPDATE', 'GUILD_MEMBER_REMOVE', 'GUILD_ROLE_DELETE', 'GUILD_DELETE'],
    handle: ({ params, change }) => change(params.user_id),
  }),
  guildChange({
    name: 'Leave guild',
    summary: 'Ends the membership of the caller in a guild.',
    errors: ['MISSING_PERMISSIONS'],
    method: 'DELETE',
    path: '/users/@me/guilds/{guild.id}',
    rule: leaveGuild,
    status: 204,
    fires: ['VOICE_STATE_UPDATE', 'GUILD_MEMBER_REMOVE', 'GUILD_ROLE_DELETE', 'GUILD_DELETE'],
    handle: ({ change }) => change(),
  }),
];

/** The roles of a member one by one (docs/rest.md, guilds). */
export const guildMemberRoleOperations = [
  guildChange({
    name: 'Add guild member role',
    summary: 'Gives a member a role.',
    errors: ['UNKNOWN_MEMBER'],
    method: 'PUT',
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}',
    rule: addMemberRole,
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) => change({ userId: params.user_id, roleId: params.role_id }),
  }),
  guildChange({
    name: 'Remove guild member role',
    summary: 'Takes a role from a member.',
    errors: ['UNKNOWN_MEMBER'],
    method: 'DELETE',
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}',
    rule: removeMemberRole,
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) => change({ userId: params.user_id, roleId: params.role_id }),
  }),
];
