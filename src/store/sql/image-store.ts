import type { Snowflake } from '../../protocol/snowflake.js';
import type { ImageStore, StoredImageKind } from '../messages.js';
import type { Reader } from './reader.js';

/** Images in the tables `images` and `emoji_images`. */
export class SqlImageStore implements ImageStore {
  constructor(private readonly reader: Reader) {}

  async ofEmoji(id: Snowflake): Promise<string | null> {
    const row = await this.reader.row('emoji_images', 'FROM emoji_images WHERE emoji_id = ?', id);
    return row?.data ?? null;
  }

  async one(kind: StoredImageKind, ownerId: Snowflake, hash: string): Promise<string | null> {
    const row = await this.reader.row(
      'images',
      'FROM images WHERE kind = ? AND owner_id = CAST(? AS BIGINT) AND hash = ?',
      kind,
      ownerId,
      hash,
    );
    return row?.data ?? null;
  }
}
