import type { Snowflake } from '../../protocol/snowflake.js';

/** What of a file is in its URL. */
interface FileAddress {
  readonly id: Snowflake;
  readonly filename: string;
  readonly accessKey: string;
}

/**
 * The URL of a file. Ids can be guessed from the time, so the key decides who may read it.
 *
 * @param cdnUrl e.g. `http://127.0.0.1:6480/cdn`
 */
export function attachmentUrl(
  cdnUrl: string,
  channelId: Snowflake,
  { id, filename, accessKey }: FileAddress,
): string {
  return `${cdnUrl}/attachments/${channelId}/${id}/${filename}?key=${accessKey}`;
}
