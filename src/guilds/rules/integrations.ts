import { EXPIRE_BEHAVIORS } from '../../protocol/objects/integration.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { integrationActions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import { combineEffects, type Decision, type Effects, NO_EFFECTS } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { GUILD_LIMITS } from '../limits.js';
import { memberUpdate } from '../member-events.js';
import { guildPermissions } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { kickMembers, roleRemoval } from '../removal.js';
import { guildRule } from '../rule.js';
import type {
  ExpireBehavior,
  GuildIntegration,
  GuildMember,
  GuildState,
  GuildSubscriber,
  RuleContext,
} from '../state.js';
import { newRole } from './roles.js';

/** An integration to attach to a guild. */
export interface NewIntegration {
  readonly type: string;
  readonly id: Snowflake;
}

/**
 * Attaches an integration of the acting user to the guild (docs/rest.md, guilds). Its role is managed: only its
 * subscribers have it.
 *
 * @throws {Refusal} also TOO_MANY_ROLES
 */
export const createIntegration = guildRule({
  permission: 'MANAGE_GUILD',
  decide(context, input: NewIntegration): Decision<null> {
    const { guild, now } = context;
    const { userId } = context.actor;
    if (guild.integrations.has(input.id)) {
      throw refuseField(['id'], 'INTEGRATION_ALREADY_ATTACHED', 'The guild has this integration already.');
    }
    if (guild.integrations.size >= GUILD_LIMITS.INTEGRATIONS) {
      throw refuseField(
        ['id'],
        'BASE_TYPE_BAD_LENGTH',
        `A guild has at most ${GUILD_LIMITS.INTEGRATIONS} of them.`,
      );
    }
    const name = guild.users.get(userId)?.username ?? input.type;
    const given = newRole(
      guild,
      { name, color: 0, hoist: false, permissions: 0, managed: true, mentionable: false },
      context,
    );
    const integration: GuildIntegration = {
      id: input.id,
      name,
      type: input.type,
      enabled: true,
      syncing: false,
      roleId: given.role.id,
      expireBehavior: EXPIRE_BEHAVIORS.REMOVE_ROLE,
      expireGracePeriod: 0,
      enableEmoticons: false,
      userId,
      accountId: input.id,
      accountName: name,
      syncedAt: now,
    };
    const attached: Effects = {
      changes: [{ kind: 'integration', integration }],
      events: [{ type: 'integrationsUpdated' }],
      audit: integrationActions(null, integration),
    };
    return { result: null, ...combineEffects(given, attached) };
  },
});

/** The changes of an integration; undefined leaves a field unchanged. */
export interface ModifiedIntegration {
  readonly id: Snowflake;
  readonly expireBehavior?: ExpireBehavior | undefined;
  /** seconds */
  readonly expireGracePeriod?: number | undefined;
  readonly enableEmoticons?: boolean | undefined;
}

/** Changes an integration (docs/rest.md, Modify guild integration). @throws {Refusal} */
export const modifyIntegration = guildRule({
  permission: 'MANAGE_GUILD',
  decide({ guild }, { id, ...input }: ModifiedIntegration): Decision<null> {
    const before = findIntegration(guild, id);
    const integration = {
      ...before,
      expireBehavior: input.expireBehavior ?? before.expireBehavior,
      expireGracePeriod: input.expireGracePeriod ?? before.expireGracePeriod,
      enableEmoticons: input.enableEmoticons ?? before.enableEmoticons,
    };
    return {
      result: null,
      changes: [{ kind: 'integration', integration }],
      events: [{ type: 'integrationsUpdated' }],
      audit: integrationActions(before, integration),
    };
  },
});

/**
 * Detaches an integration with its role and its subscribers (docs/rest.md, Delete guild integration).
 *
 * @throws {Refusal}
 */
export const deleteIntegration = guildRule({
  permission: 'MANAGE_GUILD',
  decide({ guild }, id: Snowflake): Decision<null> {
    const integration = findIntegration(guild, id);
    const detached: Effects = {
      changes: [{ kind: 'integration-removed', id }],
      events: [{ type: 'integrationsUpdated' }],
      audit: integrationActions(integration, null),
    };
    return { result: null, ...combineEffects(roleRemoval(guild, integration.roleId), detached) };
  },
});

/**
 * Applies the subscriptions of an integration to the members (docs/rest.md, Sync guild integration). The
 * sync itself fires no event, only its effects do.
 *
 * @throws {Refusal}
 */
export const syncIntegration = guildRule({
  permission: 'MANAGE_GUILD',
  decide({ guild, now }, id: Snowflake): Decision<null> {
    const integration = findIntegration(guild, id);
    return synced(integration, now, reconciled(guild, integration, now));
  },
});

/** The same as a periodic task: without differences nothing changes, not even the sync time. */
export function sweepIntegration(guild: GuildState, id: Snowflake, { now }: RuleContext): Decision<null> {
  const integration = guild.integrations.get(id);
  if (integration === undefined) return { result: null, ...NO_EFFECTS };
  const decided = reconciled(guild, integration, now);
  return decided.changes.length === 0 ? decided : synced(integration, now, decided);
}

function reconciled(guild: GuildState, integration: GuildIntegration, now: number): Decision<null> {
  return { result: null, ...reconcile(guild, integration, subscribersOf(guild, integration.id), now) };
}

function synced(integration: GuildIntegration, now: number, decided: Decision<null>): Decision<null> {
  const after = { ...integration, syncing: false, syncedAt: now };
  return { ...decided, changes: [...decided.changes, { kind: 'integration', integration: after }] };
}

/**
 * Changes the subscribers of an integration. It takes effect at the next sync.
 *
 * @param add subscribers to add, or with a new end
 * @param remove takes precedence over `add`
 * @returns all its subscribers
 * @throws {Refusal} UNKNOWN_INTEGRATION
 */
export function changeSubscribers(
  guild: GuildState,
  id: Snowflake,
  add: readonly GuildSubscriber[],
  remove: readonly Snowflake[],
): Decision<GuildSubscriber[]> {
  findIntegration(guild, id);
  const before = subscribersOf(guild, id);
  const after = new Map([...before, ...add.map((one) => [one.userId, one] as const)]);
  for (const userId of remove) after.delete(userId);
  const changes: GuildChange[] = [];
  for (const subscriber of after.values()) {
    if (before.get(subscriber.userId) === subscriber) continue;
    changes.push({ kind: 'subscriber', integrationId: id, subscriber });
  }
  for (const userId of before.keys()) {
    if (!after.has(userId)) changes.push({ kind: 'subscriber-removed', integrationId: id, userId });
  }
  return { result: [...after.values()], changes, events: [] };
}

/** @throws {Refusal} UNKNOWN_INTEGRATION */
function findIntegration(guild: GuildState, id: Snowflake): GuildIntegration {
  const integration = guild.integrations.get(id);
  if (integration === undefined) throw new Refusal('UNKNOWN_INTEGRATION');
  return integration;
}

const NOBODY: ReadonlyMap<Snowflake, GuildSubscriber> = new Map();

/** The subscribers of an integration, by user. */
function subscribersOf(guild: GuildState, id: Snowflake): ReadonlyMap<Snowflake, GuildSubscriber> {
  return guild.subscribers.get(id) ?? NOBODY;
}

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

/** The integration kicks on behalf of its user, who must be a member with KICK_MEMBERS above the kicked one. */
function mayKick(guild: GuildState, integration: GuildIntegration, member: GuildMember): boolean {
  if (integration.expireBehavior !== EXPIRE_BEHAVIORS.KICK) return false;
  const acting = guild.members.get(integration.userId);
  if (acting === undefined || !(guildPermissions(guild, acting) & PERMISSIONS.KICK_MEMBERS)) return false;
  return isAboveMember(guild, acting, member);
}
