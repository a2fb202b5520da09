import type { Snowflake } from '../../protocol/snowflake.js';
import { integrationActions } from '../audit-log/actions.js';
import { combineEffects, type Decision, type Effects } from '../events.js';
import { findIntegration } from '../integrations.js';
import { roleRemoval } from '../role-removal.js';
import { guildRule } from '../rule.js';

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
