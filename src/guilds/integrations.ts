import type { Integration } from '../protocol/objects/integration.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import type { GuildEvent } from './events.js';
import { Refusal } from './refusal.js';
import type { GuildIntegration, GuildState, GuildSubscriber } from './state.js';
import { userOf } from './wire.js';

/** The platform whose emoticons a guild may use (interface.md, Modify integration: for one platform only). */
const WITH_EMOTICONS = 'twitch';

/** @throws {Refusal} UNKNOWN_INTEGRATION */
export function findIntegration(guild: GuildState, id: Snowflake): GuildIntegration {
  const integration = guild.integrations.get(id);
  if (integration === undefined) throw new Refusal('UNKNOWN_INTEGRATION');
  return integration;
}

/** An integration as the wire shows it (interface.md, Other guild-related objects). */
export function integrationToWire(guild: GuildState, integration: GuildIntegration): Integration {
  const { user_id, account_id, account_name, enable_emoticons, synced_at, ...fields } = integration;
  return {
    ...fields,
    ...(fields.type === WITH_EMOTICONS && { enable_emoticons }),
    user: userOf(guild, user_id),
    account: { id: account_id, name: account_name },
    synced_at: timestamp(synced_at),
  };
}

const NOBODY: ReadonlyMap<Snowflake, GuildSubscriber> = new Map();

/** Who subscribes to an integration, by user. */
export function subscribersOf(guild: GuildState, id: Snowflake): ReadonlyMap<Snowflake, GuildSubscriber> {
  return guild.subscribers.get(id) ?? NOBODY;
}

export function integrationsUpdated(guild: GuildState): GuildEvent {
  return { name: 'GUILD_INTEGRATIONS_UPDATE', data: { guild_id: guild.id }, audience: { kind: 'guild' } };
}
