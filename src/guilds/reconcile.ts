import { EXPIRE_BEHAVIORS } from '../protocol/objects/integration.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { kick } from './departure.js';
import { combineEffects, type Effects, NO_EFFECTS } from './events.js';
import { isAboveMember } from './hierarchy.js';
import { memberUpdate } from './member-update.js';
import type { GuildIntegration, GuildMember, GuildState, GuildSubscriber } from './state.js';

/**
 * Brings the members of a guild in line with who subscribes to one of its integrations: the role is for those whose
 * subscription lasts and for nobody else. Whose subscription is over, the grace period (seconds) included, is kicked
 * where the integration says so and its user may kick them; that subscription is then forgotten, so that who comes back
 * may stay. An integration that is not enabled touches nobody.
 *
 * @param now milliseconds since the Unix epoch
 */
export function reconcile(
  guild: GuildState,
  integration: GuildIntegration,
  subscribers: ReadonlyMap<Snowflake, GuildSubscriber>,
  now: number,
): Effects {
  if (!integration.enabled) return NO_EFFECTS;
  const { roleId } = integration;
  const isOver = ({ expiresAt }: GuildSubscriber) =>
    expiresAt !== null && expiresAt + integration.expireGracePeriod * 1000 <= now;
  const updates: Effects[] = [];
  const kicked: GuildMember[] = [];
  for (const member of guild.members.values()) {
    const subscriber = subscribers.get(member.userId);
    const ended = subscriber !== undefined && isOver(subscriber);
    const entitled = subscriber !== undefined && !ended;
    const has = member.roles.includes(roleId);
    if (ended && mayKick(guild, integration, member)) kicked.push(member);
    else if (entitled !== has) {
      const roles = entitled ? [...member.roles, roleId] : member.roles.filter((id) => id !== roleId);
      updates.push(memberUpdate(guild, member, { ...member, roles }));
    }
  }
  const forgotten = [...subscribers.values()]
    .filter(isOver)
    .map(({ userId }) => ({ kind: 'subscriber-removed', integrationId: integration.id, userId }) as const);
  return combineEffects(...updates, kick(guild, kicked), { changes: forgotten, events: [] });
}

/** The integration kicks in the name of its user, who must be there for it and above the member. */
function mayKick(guild: GuildState, integration: GuildIntegration, member: GuildMember): boolean {
  if (integration.expireBehavior !== EXPIRE_BEHAVIORS.KICK) return false;
  const acting = guild.members.get(integration.userId);
  return acting !== undefined && isAboveMember(guild, acting, member);
}
