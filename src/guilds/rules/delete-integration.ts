import type { Snowflake } from '../../protocol/snowflake.js';
import { integrationActions } from '../audit-log/actions.js';
import { combineEffects, type Decision, type Effects } from '../events.js';
import { findIntegration } from '../integrations.js';
import { requireMember } from '../permissions.js';
import { roleRemoval } from '../role-removal.js';
import type { Actor, GuildState } from '../state.js';

/**
 * Detaches an integration with its role and its subscribers (docs/rest.md, Delete guild integration).
 *
 * @throws {Refusal}
 */
export function deleteIntegration(guild: GuildState, actor: Actor, id: Snowflake): Decision<null> {
  requireMember(guild, actor);
  const integration = findIntegration(guild, id);
  const detached: Effects = {
    changes: [{ kind: 'integration-removed', id }],
    events: [{ type: 'integrationsUpdated' }],
    audit: integrationActions(integration, null),
  };
  return { result: null, ...combineEffects(roleRemoval(guild, integration.roleId), detached) };
}
