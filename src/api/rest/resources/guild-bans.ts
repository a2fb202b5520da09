import Type, { type Static } from 'typebox';
import type { MessagesOfChannel } from '../../../guilds/deleted-messages.js';
import { createBan, removeBan } from '../../../guilds/rules/bans.js';
import type { GuildBan } from '../../../guilds/state.js';
import { type Ban, BanSchema } from '../../../protocol/objects/member.js';
import { CreateBanQuery } from '../../../protocol/rest/ban-bodies.js';
import { compareSnowflakes, firstSnowflake, type Snowflake } from '../../../protocol/snowflake.js';
import type { UserDirectory } from '../../accounts/user-directory.js';
import { RestError } from '../../core/errors.js';
import type { RequestedBan } from '../../versions/body-inputs.js';
import type { Views } from '../../versions/views.js';
import { lockMessages } from '../channel-messages.js';
import { guildChange, guildOperation } from '../guild-operation.js';
import type { OperationServices } from '../operation-services.js';

const DAY_SECONDS = 86_400;

/** The bans of a guild (docs/rest.md, guilds). */
export const guildBanOperations = [
  guildOperation({
    name: 'Get guild bans',
    summary: 'Returns the bans of a guild with their reasons.',
    method: 'GET',
    path: '/guilds/{guild.id}/bans',
    permission: 'BAN_MEMBERS',
    status: 200,
    reply: Type.Array(BanSchema),
    needs: ['users'],
    cacheBy: () => null,
    handle: ({ guild, services, version: { views } }) =>
      showBans([...guild.bans.values()], services.users, views),
  }),
  guildOperation({
    name: 'Get guild ban',
    summary: 'Returns the ban of one user.',
    errors: ['UNKNOWN_BAN'],
    method: 'GET',
    path: '/guilds/{guild.id}/bans/{user.id}',
    permission: 'BAN_MEMBERS',
    status: 200,
    reply: BanSchema,
    needs: ['users'],
    cacheBy: ({ guild }, { params }) => guild.bans.get(params.user_id),
    async handle({ guild, params, services, version: { views } }) {
      const known = guild.bans.get(params.user_id);
      const [ban] = known === undefined ? [] : await showBans([known], services.users, views);
      if (ban === undefined) throw new RestError('UNKNOWN_BAN');
      return ban;
    },
  }),
  guildChange({
    name: 'Create guild ban',
    summary: 'Bans a user, removes them from the guild and can delete their recent messages.',
    errors: ['UNKNOWN_USER'],
    method: 'PUT',
    path: '/guilds/{guild.id}/bans/{user.id}',
    rule: createBan,
    query: CreateBanQuery,
    body: 'createBan',
    status: 204,
    fires: [
      'MESSAGE_DELETE',
      'MESSAGE_DELETE_BULK',
      'GUILD_BAN_ADD',
      'VOICE_STATE_UPDATE',
      'GUILD_MEMBER_REMOVE',
      'GUILD_ROLE_DELETE',
      'GUILD_DELETE',
    ],
    needs: ['messageLocks', 'messageStore', 'now', 'settled', 'users'],
    async handle(call) {
      const { guild, params, query, change, services } = call;
      const body = call.readBody();
      const { user_id } = params;
      const seconds = deletedSeconds(query, body);
      const reason = query.reason ?? body.reason ?? call.reason;
      // A ban that deletes no messages takes no locks.
      const channelIds = seconds === 0 ? [] : [...guild.channels.keys()];
      if ((await services.users.load(user_id)) === null) throw new RestError('UNKNOWN_USER');
      return lockMessages(services, channelIds, async () => {
        const messages = await recentMessages(guild.id, user_id, seconds, services);
        return change({ userId: user_id, reason, messages });
      });
    },
  }),
  guildChange({
    name: 'Remove guild ban',
    summary: 'Lifts the ban of a user.',
    errors: ['UNKNOWN_BAN'],
    method: 'DELETE',
    path: '/guilds/{guild.id}/bans/{user.id}',
    rule: removeBan,
    status: 204,
    fires: ['GUILD_BAN_REMOVE'],
    needs: ['users'],
    async handle({ params, change, services }) {
      // So that the event can include the user.
      await services.users.load(params.user_id);
      return change(params.user_id);
    },
  }),
];

/** For how long before the ban the user's messages are deleted, in seconds. */
function deletedSeconds(query: Static<typeof CreateBanQuery>, body: RequestedBan): number {
  const days = query['delete-message-days'] ?? query.delete_message_days ?? body.days ?? 0;
  return body.seconds ?? days * DAY_SECONDS;
}

async function recentMessages(
  guildId: Snowflake,
  authorId: Snowflake,
  seconds: number,
  { messageStore, now, settled }: Pick<OperationServices, 'messageStore' | 'now' | 'settled'>,
): Promise<readonly MessagesOfChannel[]> {
  if (seconds === 0) return [];
  // Waits until acknowledged messages that are still being written can be read from the store.
  await settled();
  return messageStore.ofAuthor(guildId, authorId, firstSnowflake(now() - seconds * 1000));
}

async function showBans(bans: readonly GuildBan[], users: UserDirectory, views: Views): Promise<Ban[]> {
  await users.loadAll(bans.map(({ userId }) => userId));
  const byUser = [...bans].sort((a, b) => compareSnowflakes(a.userId, b.userId));
  return byUser.flatMap((ban) => {
    const user = users.get(ban.userId);
    return user === undefined ? [] : [views.ban(ban, user)];
  });
}
