import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Account } from '../../accounts.js';
import type { Reader } from '../reader.js';
import { accountFromRow } from '../records/account-rows.js';
import type {
  BanRow,
  ChannelRow,
  EmojiRow,
  GuildRow,
  IntegrationRow,
  IntegrationSubscriberRow,
  InviteRow,
  MemberRow,
  RoleRow,
} from '../rows.js';

/** Everything that is kept of one guild. */
export interface StoredGuild {
  guild: GuildRow;
  roles: RoleRow[];
  channels: ChannelRow[];
  members: MemberRow[];
  bans: BanRow[];
  users: Account[];
  invites: InviteRow[];
  integrations: IntegrationRow[];
  subscribers: IntegrationSubscriberRow[];
  /** users who came by a temporary invite */
  temporaryMembers: Snowflake[];
  emojis: EmojiRow[];
  /** by channel, for those that have messages */
  lastMessages: ReadonlyMap<Snowflake, Snowflake>;
}

/** Reads of guilds. */
export class GuildQueries {
  constructor(private readonly reader: Reader) {}

  async load(id: Snowflake): Promise<StoredGuild | null> {
    const guild = await this.reader.row('guilds', 'FROM guilds WHERE id = ?', id);
    if (guild === null) return null;
    const [
      roles,
      channels,
      members,
      bans,
      users,
      invites,
      integrations,
      subscribers,
      temporary,
      emojis,
      lastMessages,
    ] = await Promise.all([
      this.reader.rows('roles', 'FROM roles WHERE guild_id = ? ORDER BY id', id),
      this.reader.rows('channels', 'FROM channels WHERE guild_id = ? ORDER BY id', id),
      this.reader.rows('members', 'FROM members WHERE guild_id = ? ORDER BY user_id', id),
      this.reader.rows('bans', 'FROM bans WHERE guild_id = ? ORDER BY user_id', id),
      this.reader.rows(
        'users',
        'FROM users JOIN members ON members.user_id = users.id WHERE members.guild_id = ?',
        id,
      ),
      this.reader.rows('invites', 'FROM invites WHERE guild_id = ? ORDER BY created_at, code', id),
      this.reader.rows('integrations', 'FROM integrations WHERE guild_id = ? ORDER BY id', id),
      this.reader.rows('integration_subscribers', 'FROM integration_subscribers WHERE guild_id = ?', id),
      this.reader.rows('temporary_members', 'FROM temporary_members WHERE guild_id = ?', id),
      this.reader.rows('emojis', 'FROM emojis WHERE guild_id = ? ORDER BY id', id),
      this.reader.all<{ channel: string; message: string }>(
        `SELECT CAST(id AS TEXT) AS channel, CAST(last AS TEXT) AS message FROM (
           SELECT id, (SELECT MAX(messages.id) FROM messages WHERE channel_id = channels.id) AS last
           FROM channels WHERE guild_id = ?) WHERE last IS NOT NULL`,
        id,
      ),
    ]);
    const last = new Map(lastMessages.map((row) => [row.channel, row.message]));
    const temporaryMembers = temporary.map(({ user_id }) => user_id);
    return {
      guild,
      roles,
      channels,
      members,
      bans,
      users: users.map(accountFromRow),
      invites,
      integrations,
      subscribers,
      temporaryMembers,
      emojis,
      lastMessages: last,
    };
  }

  /** the guilds a user is a member of, by age */
  async idsOfUser(userId: Snowflake): Promise<Snowflake[]> {
    const rows = await this.reader.all<{ id: string }>(
      'SELECT CAST(guild_id AS TEXT) AS id FROM members WHERE user_id = ? ORDER BY guild_id',
      userId,
    );
    return rows.map((row) => row.id);
  }

  async idOfChannel(channelId: Snowflake): Promise<Snowflake | null> {
    const rows = await this.reader.all<{ id: string }>(
      'SELECT CAST(guild_id AS TEXT) AS id FROM channels WHERE id = ?',
      channelId,
    );
    return rows[0]?.id ?? null;
  }

  async idOfInvite(code: string): Promise<Snowflake | null> {
    const rows = await this.reader.all<{ id: string }>(
      'SELECT CAST(guild_id AS TEXT) AS id FROM invites WHERE code = ?',
      code,
    );
    return rows[0]?.id ?? null;
  }

  /** the guilds with an integration that is in force, by age */
  async idsWithIntegrations(): Promise<Snowflake[]> {
    const rows = await this.reader.all<{ id: string }>(
      'SELECT DISTINCT CAST(guild_id AS TEXT) AS id FROM integrations WHERE enabled ORDER BY guild_id',
    );
    return rows.map((row) => row.id);
  }

  countOfUser(userId: Snowflake): Promise<number> {
    return this.reader.count('SELECT COUNT(*) AS count FROM members WHERE user_id = ?', userId);
  }

  countByApplication(applicationId: Snowflake): Promise<number> {
    return this.reader.count('SELECT COUNT(*) AS count FROM guilds WHERE application_id = ?', applicationId);
  }

  /** the channels that an application made, in all guilds */
  channelCountByApplication(applicationId: Snowflake): Promise<number> {
    return this.reader.count(
      'SELECT COUNT(*) AS count FROM channels WHERE application_id = ? AND guild_id IS NOT NULL',
      applicationId,
    );
  }
}
