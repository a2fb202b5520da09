import type { GuildState, GuildSubscriber, UserLookup } from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { StoredGuild } from '../queries/guild-queries.js';
import type { IntegrationSubscriberRow } from '../rows.js';
import {
  channelFromRow,
  emojiFromRow,
  integrationFromRow,
  inviteFromRow,
  memberFromRow,
  roleFromRow,
  settingsFromRow,
} from './guild-rows.js';

/** A guild from its rows. Nobody is in voice. */
export function guildFromRows(stored: StoredGuild, users: UserLookup): GuildState {
  const { id, version } = stored.guild;
  return {
    id,
    version,
    settings: settingsFromRow(stored.guild),
    roles: new Map(stored.roles.map((row) => [row.id, roleFromRow(row)])),
    channels: new Map(
      stored.channels.map((row) => [row.id, channelFromRow(row, stored.lastMessages.get(row.id) ?? null)]),
    ),
    members: new Map(stored.members.map((row) => [row.user_id, memberFromRow(row)])),
    bans: new Map(stored.bans.map(({ user_id: userId, reason }) => [userId, { userId, reason }])),
    voiceStates: new Map(),
    invites: new Map(stored.invites.map((row) => [row.code, inviteFromRow(row)])),
    integrations: new Map(stored.integrations.map((row) => [row.id, integrationFromRow(row)])),
    subscribers: subscribersFromRows(stored.subscribers),
    temporaryMembers: new Set(stored.temporaryMembers),
    emojis: new Map(stored.emojis.map((row) => [row.id, emojiFromRow(row)])),
    users,
  };
}

function subscribersFromRows(rows: readonly IntegrationSubscriberRow[]): GuildState['subscribers'] {
  const found = new Map<Snowflake, Map<Snowflake, GuildSubscriber>>();
  for (const { integration_id, user_id: userId, expires_at: expiresAt } of rows) {
    const ofOne = found.get(integration_id) ?? new Map<Snowflake, GuildSubscriber>();
    found.set(integration_id, ofOne.set(userId, { userId, expiresAt }));
  }
  return found;
}
