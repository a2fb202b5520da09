import type { Snowflake } from './snowflake.js';

/** Where a service has its images, below its origin (docs/rest.md, Images). */
export const CDN_PATH = '/cdn';

/** Where the icon of an application is, below the service's origin. @param hash the application's `icon` */
export function applicationIconPath(id: Snowflake, hash: string): string {
  return `${CDN_PATH}/app-icons/${encodeURIComponent(id)}/${encodeURIComponent(hash)}.png`;
}
