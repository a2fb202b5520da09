import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findIntegration, integrationsUpdated } from '../integrations.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/** Detaches an integration (interface.md, Guild REST operations: Delete integration). @throws {Refusal} */
export function deleteIntegration(guild: GuildState, actor: Actor, id: Snowflake): Decision<null> {
  requireMember(guild, actor);
  findIntegration(guild, id);
  return {
    result: null,
    changes: [{ kind: 'integration-removed', id }],
    events: [integrationsUpdated(guild)],
  };
}
