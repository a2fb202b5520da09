import type { Snowflake } from '../../protocol/snowflake.js';
import type { AttachmentStore, RemovedFile, StoredAttachment } from '../messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';
import { remove } from './writes.js';

/** Files of messages in the tables `attachments` and, filled by a trigger, `removed_files`. */
export class SqlAttachmentStore implements AttachmentStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  async ofMessages(messageIds: readonly Snowflake[]): Promise<StoredAttachment[]> {
    if (messageIds.length === 0) return [];
    return this.reader.rows(
      'attachments',
      'FROM attachments WHERE message_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id',
      JSON.stringify(messageIds),
    );
  }

  one(channelId: Snowflake, id: Snowflake): Promise<StoredAttachment | null> {
    return this.reader.row(
      'attachments',
      `FROM attachments JOIN messages ON messages.id = attachments.message_id
       WHERE attachments.id = ? AND messages.channel_id = ?`,
      id,
      channelId,
    );
  }

  async existing(ids: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>> {
    const source = 'FROM attachments WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
    return new Set(await this.reader.ids('id', source, JSON.stringify(ids)));
  }

  removed(limit: number): Promise<RemovedFile[]> {
    return this.reader.rows('removed_files', 'FROM removed_files ORDER BY id LIMIT ?', limit);
  }

  forgetRemoved(ids: readonly Snowflake[]): Promise<void> {
    return this.writer.commit(ids.map((id) => remove('removed_files', { id })));
  }

  listenForRemovals(listener: () => void): void {
    this.writer.listenForRemovals(listener);
  }

  usage(blockBytes: number): Promise<{ userId: Snowflake; bytes: number }[]> {
    return this.reader.all<{ userId: Snowflake; bytes: number }>(
      `SELECT CAST(user_id AS TEXT) AS "userId", CAST(SUM(blocks * CAST(?1 AS BIGINT)) AS BIGINT) AS bytes
       FROM (SELECT user_id, CASE WHEN size = 0 THEN 1 ELSE (size + CAST(?1 AS BIGINT) - 1) / CAST(?1 AS BIGINT) END AS blocks
         FROM (SELECT user_id, size FROM attachments UNION ALL SELECT user_id, size FROM removed_files) AS stored) AS sized
       GROUP BY user_id`,
      blockBytes,
    );
  }
}
