import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { EmojiImageRow, ImageRow } from '../rows.js';

/** Reads of images. */
export class ImageQueries {
  constructor(private readonly reader: Reader) {}

  /** The image of an emoji. */
  ofEmoji(id: Snowflake): Promise<EmojiImageRow | null> {
    return this.reader.row('emoji_images', 'FROM emoji_images WHERE emoji_id = ?', id);
  }

  one(kind: ImageRow['kind'], ownerId: Snowflake, hash: string): Promise<ImageRow | null> {
    return this.reader.row(
      'images',
      'FROM images WHERE kind = ? AND owner_id = CAST(? AS INTEGER) AND hash = ?',
      kind,
      ownerId,
      hash,
    );
  }
}
