import { EXPIRE_BEHAVIORS } from '../protocol/objects/integration.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { combineEffects, type Effects, NO_EFFECTS } from './events.js';
import { isAboveMember } from './hierarchy.js';
import { memberUpdate } from './member-update.js';
import { kickMembers } from './remove-members.js';
import type { GuildIntegration, GuildMember, GuildState, GuildSubscriber } from './state.js';

/**
 * Applies the subscriptions of an integration to the members: only users with a valid subscription have its role. After
 * the end of a subscription and the grace period (seconds) the member is kicked if the integration is configured so and
 * its user may do it; the subscription is then deleted, so that the user may return. A disabled integration changes
 * nothing.
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
  return combineEffects(...updates, kickMembers(guild, kicked), { changes: forgotten, events: [] });
}

/** The integration kicks on behalf of its user, who must be a member above the kicked one. */
function mayKick(guild: GuildState, integration: GuildIntegration, member: GuildMember): boolean {
  if (integration.expireBehavior !== EXPIRE_BEHAVIORS.KICK) return false;
  const acting = guild.members.get(integration.userId);
  return acting !== undefined && isAboveMember(guild, acting, member);
}
