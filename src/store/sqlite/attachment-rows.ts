import type { Snowflake } from '../../protocol/snowflake.js';

/** A file of a message. */
export interface AttachmentRow {
  id: Snowflake;
  message_id: Snowflake;
  /** the user who sent it */
  user_id: Snowflake;
  filename: string;
  /** in bytes */
  size: number;
  content_type: string;
  /** in pixels; null unless it is an image */
  width: number | null;
  height: number | null;
  access_key: string;
}

/** A file whose attachment was removed and that may still exist. */
export interface RemovedFileRow {
  id: Snowflake;
  user_id: Snowflake;
  size: number;
}
