import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findIntegration } from '../integrations.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState, Tools } from '../state.js';

/**
 * Marks an integration as synced now (interface.md, Guild REST operations: Sync integration, which fires nothing). No
 * platform tells this service of subscribers, so nobody's subscription ends by it.
 *
 * @throws {Refusal}
 */
export function syncIntegration(
  guild: GuildState,
  actor: Actor,
  id: Snowflake,
  { now }: Tools,
): Decision<null> {
  requireMember(guild, actor);
  const integration = { ...findIntegration(guild, id), synced_at: now };
  return { result: null, changes: [{ kind: 'integration', integration }], events: [] };
}
