import { IMAGE_LIMITS } from '../../net/images/image.js';
import { applicationIconPath, CDN_PATH } from '../../protocol/cdn-paths.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { boundedFetch } from './bounded-fetch.js';

/**
 * Fetches the icon of an application from the service. Icons are public, so the person's token is not sent.
 *
 * @param apiUrl base URL of the service's REST API
 * @param hash as in the application's `icon`
 * @returns the response body, which may be anything; null if the service has no such icon
 * @throws {ServiceError} if the service cannot be reached, or the body exceeds the limit of icons
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

/**
 * Fetches a file of a message from the service. Its address has a key, so the person's token is not sent.
 *
 * @param url of the attachment
 * @param most how many bytes it may have
 * @returns null if the service has no such file, or the file is elsewhere
 * @throws {ServiceError} if the service cannot be reached, or the file is longer
 */
export async function fetchAttachment(apiUrl: string, url: string, most: number): Promise<Buffer | null> {
  if (!URL.canParse(url)) return null;
  const { href, origin, pathname } = new URL(url);
  if (origin !== new URL(apiUrl).origin || !pathname.startsWith(`${CDN_PATH}/`)) return null;
  const { ok, body } = await boundedFetch(apiUrl, href, { method: 'GET', headers: {}, replyBytes: most });
  return ok ? body : null;
}
