import { EXPIRE_BEHAVIORS } from '../../protocol/objects/integration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { integrationsUpdated } from '../integrations.js';
import { GUILD_LIMITS } from '../limits.js';
import { requireMember } from '../permissions.js';
import { refuseField } from '../refusal.js';
import type { Actor, GuildIntegration, GuildState, Tools } from '../state.js';

/**
 * Attaches an integration of the acting user to the guild (interface.md, POST /guilds/{guild.id}/integrations). Its
 * subscribers have the role @everyone until the platform behind it gives them another.
 *
 * @throws {Refusal}
 */
export function createIntegration(
  guild: GuildState,
  actor: Actor,
  input: { readonly type: string; readonly id: Snowflake },
  { now }: Tools,
): Decision<null> {
  const { userId } = requireMember(guild, actor);
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
  const integration: GuildIntegration = {
    id: input.id,
    name,
    type: input.type,
    enabled: true,
    syncing: false,
    role_id: guild.id,
    expire_behavior: EXPIRE_BEHAVIORS.REMOVE_ROLE,
    expire_grace_period: 0,
    enable_emoticons: false,
    user_id: userId,
    account_id: input.id,
    account_name: name,
    synced_at: now,
  };
  return {
    result: null,
    changes: [{ kind: 'integration', integration }],
    events: [integrationsUpdated(guild)],
  };
}
