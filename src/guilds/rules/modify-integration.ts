import type { Snowflake } from '../../protocol/snowflake.js';
import { integrationActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { findIntegration } from '../integrations.js';
import { guildRule } from '../rule.js';
import type { ExpireBehavior } from '../state.js';

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
