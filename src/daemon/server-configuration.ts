import type { ServerConfiguration } from '../rpc/context.js';

const CDN_PATH = '/cdn';

/** What READY tells applications about the service (interface.md, RPC server configuration object). */
export function serverConfiguration(apiUrl: string): ServerConfiguration {
  const { host, pathname } = new URL(apiUrl);
  return {
    cdn_host: `${host}${CDN_PATH}`,
    api_endpoint: `//${host}${pathname.replace(/\/$/, '')}`,
    environment: 'production',
  };
}

/** Where the service's images lie. */
export function cdnUrl(apiUrl: string): string {
  return `${new URL(apiUrl).origin}${CDN_PATH}`;
}
