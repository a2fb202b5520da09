import type { Snowflake } from '../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { ImageRow } from '../rows.js';

/** Reads of images. */
export class ImageQueries {
  constructor(private readonly reader: Reader) {}

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
