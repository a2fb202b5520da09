import { CDN_PATH } from '../protocol/cdn-paths.js';
import type { ServerConfiguration } from '../rpc/context.js';

/** What READY tells applications about the service (docs/rpc.md, Connecting). */
export function serverConfiguration(apiUrl: string): ServerConfiguration {
  const { host, pathname } = new URL(apiUrl);
  return {
    cdn_host: `${host}${CDN_PATH}`,
    api_endpoint: `//${host}${pathname.replace(/\/$/, '')}`,
    environment: 'production',
  };
}

/** Where the service's images are, e.g. `http://127.0.0.1:6480/cdn`. @param apiUrl its REST API */
export function cdnUrl(apiUrl: string): string {
  return `${new URL(apiUrl).origin}${CDN_PATH}`;
}
