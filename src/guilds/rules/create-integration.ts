import { EXPIRE_BEHAVIORS } from '../../protocol/objects/integration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { integrationActions } from '../audit-log/actions.js';
import { combineEffects, type Decision, type Effects } from '../events.js';
import { GUILD_LIMITS } from '../limits.js';
import { newRole } from '../new-role.js';
import { refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildIntegration } from '../state.js';

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
