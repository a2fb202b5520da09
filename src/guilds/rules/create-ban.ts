import { firstSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { banEventData } from '../ban-event-data.js';
import type { GuildChange } from '../changes.js';
import { departure } from '../departure.js';
import type { Decision } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildState, Tools } from '../state.js';

export interface NewBan {
  readonly reason: string | null;
  /** how far back the user's messages go, too; 0: none */
  readonly deleteMessageSeconds: number;
}

/**
 * Bans a user, member or not (interface.md, Guild REST operations: Create ban). A second ban of the same user says
 * nothing new: the first reason stays. That the user exists is for the caller to see to.
 *
 * @throws {Refusal}
 */
export function createBan(
  guild: GuildState,
  actor: Actor,
  userId: Snowflake,
  { reason, deleteMessageSeconds }: NewBan,
  { now }: Tools,
): Decision<null> {
  const acting = requireMember(guild, actor);
  const member = guild.members.get(userId);
  if (member !== undefined && !isAboveMember(guild, acting, member)) throw new Refusal('MISSING_PERMISSIONS');
  const changes: GuildChange[] = [];
  if (deleteMessageSeconds > 0) {
    const from = firstSnowflake(now - deleteMessageSeconds * 1000);
    changes.push({ kind: 'messages-removed', authorId: userId, from });
  }
  if (guild.bans.has(userId)) return { result: null, changes, events: [] };
  const gone = member === undefined ? { changes: [], events: [] } : departure(guild, [member]);
  return {
    result: null,
    changes: [{ kind: 'ban', ban: { userId, reason } }, ...gone.changes, ...changes],
    events: [
      {
        name: 'GUILD_BAN_ADD',
        data: banEventData(guild, userId),
        audience: { kind: 'guild', except: userId },
      },
      ...gone.events,
    ],
  };
}
