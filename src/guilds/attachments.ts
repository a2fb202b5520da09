import type { Snowflake } from '../protocol/snowflake.js';

/** A file of a message. */
export interface MessageFile {
  readonly id: Snowflake;
  readonly filename: string;
  /** in bytes */
  readonly size: number;
  /** the media type that it is served as */
  readonly contentType: string;
  /** in pixels; null unless the file is an image */
  readonly width: number | null;
  readonly height: number | null;
  /** random text that a request for the file must contain */
  readonly accessKey: string;
  readonly url: string;
}
