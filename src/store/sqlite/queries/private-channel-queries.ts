import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { ChannelRow, PrivateChannelRow, RecipientRow } from '../rows.js';

/** Everything that is stored of some private channels, apart from their messages. */
export interface StoredPrivateChannels {
  readonly channels: readonly ChannelRow[];
  readonly details: readonly PrivateChannelRow[];
  readonly recipients: readonly RecipientRow[];
  /** by channel, for those that have messages */
  readonly lastMessages: ReadonlyMap<Snowflake, Snowflake>;
}

/** Reads of private channels. */
export class PrivateChannelQueries {
  constructor(private readonly reader: Reader) {}

  /** The private channels among these ids. */
  async byIds(ids: readonly Snowflake[]): Promise<StoredPrivateChannels> {
    const list = JSON.stringify(ids);
    const isOne = 'IN (SELECT CAST(value AS INTEGER) FROM json_each(?))';
    const [channels, details, recipients, lastMessages] = await Promise.all([
      this.reader.rows('channels', `FROM channels WHERE guild_id IS NULL AND id ${isOne} ORDER BY id`, list),
      this.reader.rows('private_channels', `FROM private_channels WHERE id ${isOne}`, list),
      this.reader.rows(
        'private_channel_recipients',
        `FROM private_channel_recipients WHERE channel_id ${isOne} ORDER BY user_id`,
        list,
      ),
      this.reader.all<{ channel: Snowflake; message: Snowflake }>(
        `SELECT CAST(id AS TEXT) AS channel, CAST(last AS TEXT) AS message FROM (
           SELECT id, (SELECT MAX(messages.id) FROM messages WHERE channel_id = private_channels.id) AS last
           FROM private_channels WHERE id ${isOne}) WHERE last IS NOT NULL`,
        list,
      ),
    ]);
    return {
      channels,
      details,
      recipients,
      lastMessages: new Map(lastMessages.map(({ channel, message }) => [channel, message])),
    };
  }

  /** The DM with this `dm_key`; null: there is none. */
  async idOfDm(key: string): Promise<Snowflake | null> {
    const rows = await this.reader.all<{ id: Snowflake }>(
      'SELECT CAST(id AS TEXT) AS id FROM private_channels WHERE dm_key = ?',
      key,
    );
    return rows[0]?.id ?? null;
  }

  /** The private channels in a user's list, by age. */
  async openIdsOfUser(userId: Snowflake): Promise<Snowflake[]> {
    const rows = await this.reader.all<{ id: Snowflake }>(
      `SELECT CAST(channel_id AS TEXT) AS id FROM private_channel_recipients
       WHERE user_id = ? AND is_open = 1 ORDER BY channel_id`,
      userId,
    );
    return rows.map(({ id }) => id);
  }

  /** The groups that an application has created. */
  countOfApplication(applicationId: Snowflake): Promise<number> {
    return this.reader.count(
      'SELECT COUNT(*) AS count FROM channels WHERE application_id = ? AND guild_id IS NULL',
      applicationId,
    );
  }

  /** Which of some users are in a guild that another user is in. */
  async sharingGuild(userId: Snowflake, others: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>> {
    const rows = await this.reader.all<{ id: Snowflake }>(
      `SELECT DISTINCT CAST(theirs.user_id AS TEXT) AS id FROM members AS own
       JOIN members AS theirs ON theirs.guild_id = own.guild_id
       WHERE own.user_id = CAST(?1 AS INTEGER)
         AND theirs.user_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?2))`,
      userId,
      JSON.stringify(others),
    );
    return new Set(rows.map(({ id }) => id));
  }
}
