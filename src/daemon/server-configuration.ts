import type { ServerConfiguration } from '../rpc/context.js';

/** What READY tells applications about the service (interface.md, RPC server configuration object). */
export function serverConfiguration(apiUrl: string): ServerConfiguration {
  const { host, pathname } = new URL(apiUrl);
  return {
    cdn_host: `${host}/cdn`,
    api_endpoint: `//${host}${pathname.replace(/\/$/, '')}`,
    environment: 'production',
  };
}
