import type { Snowflake } from '../../protocol/snowflake.js';
import { integrationActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { findIntegration } from '../integrations.js';
import { requireMember } from '../permissions.js';
import type { Actor, ExpireBehavior, GuildState } from '../state.js';

/** What may be changed of an integration; undefined leaves as it is. */
export interface ModifiedIntegration {
  readonly expireBehavior?: ExpireBehavior | undefined;
  /** seconds */
  readonly expireGracePeriod?: number | undefined;
  readonly enableEmoticons?: boolean | undefined;
}

/** Changes an integration (docs/rest.md, Modify guild integration). @throws {Refusal} */
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
}
