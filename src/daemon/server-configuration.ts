import { CDN_PATH } from '../protocol/cdn-paths.js';
import type { ServerConfiguration } from '../rpc/context.js';

/** The server configuration that READY sends to applications (docs/rpc.md, Connecting). */
export function serverConfiguration(apiUrl: string): ServerConfiguration {
  const { host, pathname } = new URL(apiUrl);
  return {
    cdn_host: `${host}${CDN_PATH}`,
    api_endpoint: `//${host}${pathname.replace(/\/$/, '')}`,
    environment: 'production',
  };
}

/** The base URL of the service's images, e.g. `http://127.0.0.1:6480/cdn`. @param apiUrl base URL of its REST API */
export function cdnUrl(apiUrl: string): string {
  return `${new URL(apiUrl).origin}${CDN_PATH}`;
}
