import type { GuildState, GuildSubscriber } from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { StoredGuild } from '../../stored-guild.js';
import type { Reader } from '../reader.js';
import type { IntegrationSubscriberRow } from '../rows/guilds.js';
import { accountFromRow } from './account-rows.js';
import {
  channelFromRow,
  emojiFromRow,
  integrationFromRow,
  inviteFromRow,
  roleFromRow,
  settingsFromRow,
} from './guild-rows.js';
import { loadMembers } from './load-members.js';

/** Those who are no members; `loadMembers` reads the accounts of members. */
const OTHER_ACCOUNTS = `FROM users
  WHERE id IN (SELECT inviter_id FROM invites WHERE guild_id = ?1
      UNION SELECT user_id FROM integrations WHERE guild_id = ?1)
    AND NOT EXISTS (SELECT 1 FROM members WHERE guild_id = ?1 AND user_id = users.id)`;

const LAST_MESSAGES = `SELECT CAST(id AS TEXT) AS channel, CAST(last AS TEXT) AS message FROM (
    SELECT id, (SELECT MAX(messages.id) FROM messages WHERE channel_id = channels.id) AS last
    FROM channels WHERE guild_id = ?) AS found WHERE last IS NOT NULL`;

/** Reads a guild from its rows; null if there is none. */
export async function loadGuild(reader: Reader, id: Snowflake): Promise<StoredGuild | null> {
  const guild = await reader.row('guilds', 'FROM guilds WHERE id = ?', id);
  if (guild === null) return null;
  const [
    roles,
    channels,
    { members, accounts },
    bans,
    otherAccounts,
    invites,
    integrations,
    subscribers,
    temporary,
    emojis,
    lastMessages,
  ] = await Promise.all([
    reader.rows('roles', 'FROM roles WHERE guild_id = ? ORDER BY id', id),
    reader.rows('channels', 'FROM channels WHERE guild_id = ? ORDER BY id', id),
    loadMembers(reader, id),
    reader.rows('bans', 'FROM bans WHERE guild_id = ? ORDER BY user_id', id),
    reader.rows('users', OTHER_ACCOUNTS, id),
    reader.rows('invites', 'FROM invites WHERE guild_id = ? ORDER BY created_at, code', id),
    reader.rows('integrations', 'FROM integrations WHERE guild_id = ? ORDER BY id', id),
    reader.rows('integration_subscribers', 'FROM integration_subscribers WHERE guild_id = ?', id),
    reader.rows('temporary_members', 'FROM temporary_members WHERE guild_id = ?', id),
    reader.rows('emojis', 'FROM emojis WHERE guild_id = ? ORDER BY id', id),
    reader.all<{ channel: Snowflake; message: Snowflake }>(LAST_MESSAGES, id),
  ]);
  const last = new Map(lastMessages.map(({ channel, message }) => [channel, message]));
  return {
    state: {
      id,
      version: guild.version,
      settings: settingsFromRow(guild),
      roles: new Map(roles.map((row) => [row.id, roleFromRow(row)])),
      channels: new Map(channels.map((row) => [row.id, channelFromRow(row, last.get(row.id) ?? null)])),
      members,
      bans: new Map(bans.map(({ user_id: userId, reason }) => [userId, { userId, reason }])),
      voiceStates: new Map(),
      invites: new Map(invites.map((row) => [row.code, inviteFromRow(row)])),
      integrations: new Map(integrations.map((row) => [row.id, integrationFromRow(row)])),
      subscribers: subscribersFromRows(subscribers),
      temporaryMembers: new Set(temporary.map(({ user_id }) => user_id)),
      emojis: new Map(emojis.map((row) => [row.id, emojiFromRow(row)])),
    },
    accounts: [...accounts, ...otherAccounts.map(accountFromRow)],
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
