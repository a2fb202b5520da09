import { prunableMembers, pruneMembers, pruneSince } from '../../../guilds/rules/members.js';
import { BeginPruneQuery, PruneCountQuery, PrunedSchema } from '../../../protocol/rest/prune-bodies.js';
import { RestError } from '../../core/errors.js';
import { guildChange, guildOperation } from '../guild-operation.js';

/** Removal of inactive members (docs/rest.md, guilds). */
export const guildPruneOperations = [
  guildOperation({
    name: 'Get guild prune count',
    summary: 'Counts the members that a prune would remove.',
    method: 'GET',
    path: '/guilds/{guild.id}/prune',
    permission: 'KICK_MEMBERS',
    query: PruneCountQuery,
    status: 200,
    reply: PrunedSchema,
    needs: ['activity', 'now'],
    async handle({ guild, member, query: { days }, services }) {
      const now = services.now();
      // The guild is read before the activity is loaded.
      const found = prunableMembers(guild, member, { days, now, lastSeen: () => 0 });
      const lastSeen = await services.activity.ofGuild(guild.id);
      const since = pruneSince({ days, now });
      return { pruned: found.filter(({ userId }) => lastSeen(userId) <= since).length };
    },
  }),
  guildChange({
    name: 'Begin guild prune',
    summary: 'Removes members without roles who have been inactive for a number of days.',
    method: 'POST',
    path: '/guilds/{guild.id}/prune',
    rule: pruneMembers,
    query: BeginPruneQuery,
    body: 'beginPrune',
    status: 200,
    reply: PrunedSchema,
    fires: ['VOICE_STATE_UPDATE', 'GUILD_MEMBER_REMOVE', 'GUILD_DELETE'],
    needs: ['activity'],
    async handle({ guild: { id }, query, readBody, change, services }) {
      const days = query.days ?? readBody();
      if (days === null) {
        const missing = { path: ['days'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
        throw new RestError('INVALID_FORM_BODY', [missing]);
      }
      const lastSeen = await services.activity.ofGuild(id);
      return change({ days, lastSeen }, (pruned) => ({ pruned }));
    },
  }),
];
