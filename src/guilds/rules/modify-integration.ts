import type { Integration } from '../../protocol/objects/integration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findIntegration, integrationsUpdated } from '../integrations.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/** What may be changed of an integration; undefined leaves as it is. */
export interface ModifiedIntegration {
  readonly expire_behavior?: Integration['expire_behavior'] | undefined;
  /** seconds */
  readonly expire_grace_period?: number | undefined;
  readonly enable_emoticons?: boolean | undefined;
}

/** Changes an integration (interface.md, Guild REST operations: Modify integration). @throws {Refusal} */
export function modifyIntegration(
  guild: GuildState,
  actor: Actor,
  id: Snowflake,
  input: ModifiedIntegration,
): Decision<null> {
  requireMember(guild, actor);
  const before = findIntegration(guild, id);
  const integration = {
    ...before,
    expire_behavior: input.expire_behavior ?? before.expire_behavior,
    expire_grace_period: input.expire_grace_period ?? before.expire_grace_period,
    enable_emoticons: input.enable_emoticons ?? before.enable_emoticons,
  };
  return {
    result: null,
    changes: [{ kind: 'integration', integration }],
    events: [integrationsUpdated(guild)],
  };
}
