import { leaveGuild } from '../../../guilds/rules/leave-guild.js';
import { modifyMember } from '../../../guilds/rules/modify-member.js';
import { removeMember } from '../../../guilds/rules/remove-member.js';
import { setOwnNick } from '../../../guilds/rules/set-own-nick.js';
import { NickReplySchema } from '../../../protocol/rest/member-bodies.js';
import { guildChange } from '../guild-operation.js';

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
