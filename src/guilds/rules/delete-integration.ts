import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findIntegration } from '../integrations.js';
import { requireMember } from '../permissions.js';
import { roleRemoval } from '../role-removal.js';
import type { Actor, GuildState } from '../state.js';

/**
 * Detaches an integration with its role and its subscribers (interface.md, Guild REST operations: Delete integration).
 *
 * @throws {Refusal}
 */
export function deleteIntegration(guild: GuildState, actor: Actor, id: Snowflake): Decision<null> {
  requireMember(guild, actor);
  const { changes, events } = roleRemoval(guild, findIntegration(guild, id).roleId);
  return {
    result: null,
    changes: [...changes, { kind: 'integration-removed', id }],
    events: [...events, { type: 'integrationsUpdated' }],
  };
}
