import type { Snowflake } from '../../protocol/snowflake.js';
import { type Decision, NO_EFFECTS } from '../events.js';
import { findIntegration, subscribersOf } from '../integrations.js';
import { reconcile } from '../reconcile.js';
import { guildRule } from '../rule.js';
import type { GuildIntegration, GuildState, RuleContext } from '../state.js';

/**
 * Applies the subscriptions of an integration to the members (docs/rest.md, Sync guild integration). The
 * sync itself fires no event, only its effects do.
 *
 * @throws {Refusal}
 */
export const syncIntegration = guildRule({
  permission: 'MANAGE_GUILD',
  decide({ guild, now }, id: Snowflake): Decision<null> {
    const integration = findIntegration(guild, id);
    return synced(integration, now, reconciled(guild, integration, now));
  },
});

/** The same as a periodic task: without differences nothing changes, not even the sync time. */
export function sweepIntegration(guild: GuildState, id: Snowflake, { now }: RuleContext): Decision<null> {
  const integration = guild.integrations.get(id);
  if (integration === undefined) return { result: null, ...NO_EFFECTS };
  const decided = reconciled(guild, integration, now);
  return decided.changes.length === 0 ? decided : synced(integration, now, decided);
}

function reconciled(guild: GuildState, integration: GuildIntegration, now: number): Decision<null> {
  return { result: null, ...reconcile(guild, integration, subscribersOf(guild, integration.id), now) };
}

function synced(integration: GuildIntegration, now: number, decided: Decision<null>): Decision<null> {
  const after = { ...integration, syncing: false, syncedAt: now };
  return { ...decided, changes: [...decided.changes, { kind: 'integration', integration: after }] };
}
