import type { MessageFile } from '../../guilds/attachments.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** Who uploads to where. */
export interface Uploader {
  readonly userId: Snowflake;
  /** the application that uploads for the user; null: the user's own client */
  readonly applicationId: Snowflake | null;
  readonly channelId: Snowflake;
  /** whether the form may contain files */
  readonly mayAttach: boolean;
}

/** A complete form with files. */
export interface UploadedForm {
  /** bytes of the fields by name; the last one with a name counts */
  readonly fields: ReadonlyMap<string, Buffer>;
  /** in the order of the form */
  readonly files: readonly MessageFile[];
}
