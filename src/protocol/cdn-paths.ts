import type { Snowflake } from './snowflake.js';

/** The path of the service's images, relative to its origin (docs/rest.md, Images). */
export const CDN_PATH = '/cdn';

/** The path of an application's icon, relative to the service's origin. @param hash the application's `icon` */
export function applicationIconPath(id: Snowflake, hash: string): string {
  return `${CDN_PATH}/app-icons/${encodeURIComponent(id)}/${encodeURIComponent(hash)}.png`;
}
