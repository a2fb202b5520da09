import { IMAGE_LIMITS } from '../net/images/image.js';
import { applicationIconPath } from '../protocol/cdn-paths.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { boundedFetch } from './bounded-fetch.js';

/**
 * Reads the icon of an application from the service. It is public: the person's token is not sent.
 *
 * @param apiUrl the service's REST API
 * @param hash as in the application's `icon`
 * @returns what the service sent, which may be anything; null if it has no such icon
 * @throws {ServiceError} if the service cannot be reached, or sends more than an icon may have
 */
export async function fetchApplicationIcon(
  apiUrl: string,
  id: Snowflake,
  hash: string,
): Promise<Buffer | null> {
  const url = `${new URL(apiUrl).origin}${applicationIconPath(id, hash)}`;
  const request = { method: 'GET', headers: { accept: 'image/*' }, replyBytes: IMAGE_LIMITS.bytes };
  const { ok, body } = await boundedFetch(apiUrl, url, request);
  return ok ? body : null;
}
