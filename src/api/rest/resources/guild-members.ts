import Type from 'typebox';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { addMember } from '../../../guilds/rules/add-member.js';
import { MemberSchema } from '../../../protocol/objects/member.js';
import { ListMembersQuery } from '../../../protocol/rest/member-bodies.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Caller } from '../../core/caller.js';
import { OtherStatus } from '../../core/http/handler-result.js';
import { RestError } from '../../core/rest-error.js';
import { limitGuildsOfUser } from '../../guilds/store-limits.js';
import { consentedUser } from '../consented-user.js';
import { found, guildChange, guildOperation } from '../guild-operation.js';
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
      views.guildMember(guild, found(guild.members.get(params.user_id), 'UNKNOWN_MEMBER')),
  }),
  guildChange({
    name: 'Add guild member',
    summary: 'Adds a user to a guild with their access token.',
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
          member === null ? new OtherStatus(204, null) : views.guildMember(guild, member),
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
