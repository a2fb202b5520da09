import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { findIntegration, subscribersOf } from '../integrations.js';
import type { GuildState, GuildSubscriber } from '../state.js';

/**
 * Changes the subscribers of an integration. It takes effect at the next sync.
 *
 * @param add subscribers to add, or with a new end
 * @param remove takes precedence over `add`
 * @returns all its subscribers
 * @throws {Refusal} UNKNOWN_INTEGRATION
 */
export function changeSubscribers(
  guild: GuildState,
  id: Snowflake,
  add: readonly GuildSubscriber[],
  remove: readonly Snowflake[],
): Decision<GuildSubscriber[]> {
  findIntegration(guild, id);
  const before = subscribersOf(guild, id);
  const after = new Map([...before, ...add.map((one) => [one.userId, one] as const)]);
  for (const userId of remove) after.delete(userId);
  const changes: GuildChange[] = [];
  for (const subscriber of after.values()) {
    if (before.get(subscriber.userId) === subscriber) continue;
    changes.push({ kind: 'subscriber', integrationId: id, subscriber });
  }
  for (const userId of before.keys()) {
    if (!after.has(userId)) changes.push({ kind: 'subscriber-removed', integrationId: id, userId });
  }
  return { result: [...after.values()], changes, events: [] };
}
