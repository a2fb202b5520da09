import type { GuildMember, GuildState, GuildSubscriber } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../accounts.js';
import type { StoredGuild } from '../stored-guild.js';
import type { Reader } from './reader.js';
import { type StoredSubscriber, TABLES } from './tables.js';

/** How many members one statement reads. Nothing else runs while they are parsed, which takes some milliseconds. */
export const MEMBERS_OF_PAGE = 2_000;

const OF_PAGE = `members.guild_id = ?1 AND members.user_id > CAST(?2 AS BIGINT) ORDER BY members.user_id LIMIT ?3`;
const MEMBERS = `FROM members WHERE ${OF_PAGE}`;
const ACCOUNTS = `FROM members JOIN users ON users.id = members.user_id WHERE ${OF_PAGE}`;

interface LoadedMembers {
  /** ordered by id */
  readonly members: Map<Snowflake, GuildMember>;
  readonly accounts: Account[];
}

/** Those who are not members; `loadMembers` reads the accounts of members. */
const OTHER_ACCOUNTS = `FROM users
  WHERE id IN (SELECT inviter_id FROM invites WHERE guild_id = ?1
      UNION SELECT user_id FROM integrations WHERE guild_id = ?1)
    AND NOT EXISTS (SELECT 1 FROM members WHERE guild_id = ?1 AND user_id = users.id)`;

const LAST_MESSAGES = `SELECT CAST(id AS TEXT) AS channel, CAST(last AS TEXT) AS message FROM (
    SELECT id, (SELECT MAX(messages.id) FROM messages WHERE channel_id = channels.id) AS last
    FROM channels WHERE guild_id = ?) AS found WHERE last IS NOT NULL`;

/** Reads a guild from its rows; null if there is none. */
export async function loadGuild(reader: Reader, id: Snowflake): Promise<StoredGuild | null> {
  const [guild] = await reader.values('guilds', 'FROM guilds WHERE id = ?', id);
  if (guild === undefined) return null;
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
      version: TABLES.guilds.fieldOf(guild, 'version'),
      settings: TABLES.guilds.toRecord(guild),
      roles: new Map(roles.map((role) => [role.id, role])),
      channels: new Map(
        channels.map((channel) => [
          channel.id,
          Object.assign(channel, { lastMessageId: last.get(channel.id) ?? null }),
        ]),
      ),
      members,
      bans: new Map(bans.map((ban) => [ban.userId, ban])),
      voiceStates: new Map(),
      invites: new Map(invites.map((invite) => [invite.code, invite])),
      integrations: new Map(integrations.map((integration) => [integration.id, integration])),
      subscribers: byIntegration(subscribers),
      temporaryMembers: new Set(temporary.map(({ userId }) => userId)),
      emojis: new Map(emojis.map((emoji) => [emoji.id, emoji])),
    },
    accounts: [...accounts, ...otherAccounts],
  };
}

function byIntegration(stored: readonly StoredSubscriber[]): GuildState['subscribers'] {
  const found = new Map<Snowflake, Map<Snowflake, GuildSubscriber>>();
  for (const { integrationId, userId, expiresAt } of stored) {
    const ofOne = found.get(integrationId) ?? new Map<Snowflake, GuildSubscriber>();
    found.set(integrationId, ofOne.set(userId, { userId, expiresAt }));
  }
  return found;
}

/** Reads the members of a guild and their accounts page by page, so that other requests are served in between. */
async function loadMembers(reader: Reader, guildId: Snowflake): Promise<LoadedMembers> {
  const members = new Map<Snowflake, GuildMember>();
  const accounts: Account[] = [];
  let after: Snowflake | undefined = '0';
  while (after !== undefined) {
    const [page, users]: [GuildMember[], Account[]] = await Promise.all([
      reader.rows('members', MEMBERS, guildId, after, MEMBERS_OF_PAGE),
      reader.rows('users', ACCOUNTS, guildId, after, MEMBERS_OF_PAGE),
    ]);
    for (const member of page) members.set(member.userId, member);
    for (const account of users) accounts.push(account);
    after = page.length < MEMBERS_OF_PAGE ? undefined : page.at(-1)?.userId;
  }
  return { members, accounts };
}
