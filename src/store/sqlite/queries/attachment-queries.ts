import type { Snowflake } from '../../../protocol/snowflake.js';
import type { AttachmentRow, RemovedFileRow } from '../attachment-rows.js';
import type { Reader } from '../reader.js';

/** Reads of the files of messages. */
export class AttachmentQueries {
  constructor(private readonly reader: Reader) {}

  /** The files of messages, in the order in which they were sent. */
  async ofMessages(messageIds: readonly Snowflake[]): Promise<AttachmentRow[]> {
    if (messageIds.length === 0) return [];
    return this.reader.rows(
      'attachments',
      'FROM attachments WHERE message_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) ORDER BY id',
      JSON.stringify(messageIds),
    );
  }

  /** A file of a message in a channel. */
  one(channelId: Snowflake, id: Snowflake): Promise<AttachmentRow | null> {
    return this.reader.row(
      'attachments',
      `FROM attachments JOIN messages ON messages.id = attachments.message_id
       WHERE attachments.id = ? AND messages.channel_id = ?`,
      id,
      channelId,
    );
  }

  /** Which of these ids are those of files. */
  async existing(ids: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>> {
    const rows = await this.reader.all<{ id: Snowflake }>(
      `SELECT CAST(id AS TEXT) AS id FROM attachments
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`,
      JSON.stringify(ids),
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Files whose rows are gone and that may still be there. @param limit how many at most */
  removed(limit: number): Promise<RemovedFileRow[]> {
    return this.reader.rows('removed_files', 'FROM removed_files ORDER BY id LIMIT ?', limit);
  }

  /**
   * How much each user stores, with files that are removed but may still be there.
   *
   * @param blockBytes what each file is rounded up to a multiple of
   */
  usage(blockBytes: number): Promise<{ userId: Snowflake; bytes: number }[]> {
    return this.reader.all<{ userId: Snowflake; bytes: number }>(
      `SELECT CAST(user_id AS TEXT) AS userId, SUM(MAX(1, (size + ?1 - 1) / ?1) * ?1) AS bytes
       FROM (SELECT user_id, size FROM attachments UNION ALL SELECT user_id, size FROM removed_files)
       GROUP BY user_id`,
      blockBytes,
    );
  }
}
