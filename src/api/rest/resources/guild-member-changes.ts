import { leaveGuild } from '../../../guilds/rules/leave-guild.js';
import { modifyMember } from '../../../guilds/rules/modify-member.js';
import { removeMember } from '../../../guilds/rules/remove-member.js';
import { setOwnNick } from '../../../guilds/rules/set-own-nick.js';
import { ModifyMemberBody, NickReplySchema, SetNickBody } from '../../../protocol/rest/member-bodies.js';
import { guildOperation } from '../guild-operation.js';

/** What changes members and ends their membership (docs/rest.md, guilds). */
export const guildMemberChangeOperations = [
  guildOperation({
    name: 'Modify guild member',
    method: 'PATCH',
    path: '/guilds/{guild.id}/members/{user.id}',
    body: ModifyMemberBody,
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, body: { nick, roles, mute, deaf, channel_id }, change }) => {
      const input = {
        nick,
        roles: roles ?? undefined,
        mute: mute ?? undefined,
        deaf: deaf ?? undefined,
      };
      return change((guild, actor, { now }) => {
        const voice = channel_id === undefined ? undefined : { channelId: channel_id, at: now };
        return modifyMember(guild, actor, params.user_id, { ...input, voice });
      });
    },
  }),
  guildOperation({
    name: 'Modify current user nick',
    method: 'PATCH',
    path: '/guilds/{guild.id}/members/@me/nick',
    permission: 'CHANGE_NICKNAME',
    body: SetNickBody,
    status: 200,
    reply: NickReplySchema,
    fires: ['GUILD_MEMBER_UPDATE'],
    handle: async ({ body, change }) => ({
      nick: await change((guild, actor) => setOwnNick(guild, actor, body.nick)),
    }),
  }),
  guildOperation({
    name: 'Remove guild member',
    method: 'DELETE',
    path: '/guilds/{guild.id}/members/{user.id}',
    permission: 'KICK_MEMBERS',
    status: 204,
    fires: ['VOICE_STATE_UPDATE', 'GUILD_MEMBER_REMOVE', 'GUILD_ROLE_DELETE', 'GUILD_DELETE'],
    handle: ({ params, change }) => change((guild, actor) => removeMember(guild, actor, params.user_id)),
  }),
  guildOperation({
    name: 'Leave guild',
    method: 'DELETE',
    path: '/users/@me/guilds/{guild.id}',
    status: 204,
    fires: ['VOICE_STATE_UPDATE', 'GUILD_MEMBER_REMOVE', 'GUILD_ROLE_DELETE', 'GUILD_DELETE'],
    handle: ({ change }) => change(leaveGuild),
  }),
];
