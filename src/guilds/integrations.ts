import type { Snowflake } from '../protocol/snowflake.js';
import { Refusal } from './refusal.js';
import type { GuildIntegration, GuildState, GuildSubscriber } from './state.js';

/** @throws {Refusal} UNKNOWN_INTEGRATION */
export function findIntegration(guild: GuildState, id: Snowflake): GuildIntegration {
  const integration = guild.integrations.get(id);
  if (integration === undefined) throw new Refusal('UNKNOWN_INTEGRATION');
  return integration;
}

const NOBODY: ReadonlyMap<Snowflake, GuildSubscriber> = new Map();

/** The subscribers of an integration, by user. */
export function subscribersOf(guild: GuildState, id: Snowflake): ReadonlyMap<Snowflake, GuildSubscriber> {
  return guild.subscribers.get(id) ?? NOBODY;
}
