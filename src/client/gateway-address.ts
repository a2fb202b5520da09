import { ServiceError } from './service-error.js';

/** Names of this machine's loopback: a service that listens there may be called by any of them. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Where to connect to the gateway. The person's token is sent there, so the service may name itself or a subdomain of its
 * host only, and no plain connection where its REST API is encrypted.
 *
 * @param apiUrl the REST API, e.g. `https://chat.example/api`
 * @param gatewayUrl what the service names, e.g. `wss://gateway.chat.example`
 * @returns the address without a path, e.g. `wss://gateway.chat.example`
 * @throws {ServiceError} 502 for any other address
 */
export function gatewayAddress(apiUrl: string, gatewayUrl: string): string {
  const api = new URL(apiUrl);
  const gateway = URL.canParse(gatewayUrl) ? new URL(gatewayUrl) : null;
  if (gateway === null || !hasSafeScheme(api, gateway) || !isOfSameService(api, gateway)) {
    throw new ServiceError(`The service at ${apiUrl} names a gateway elsewhere`, 502);
  }
  return `${gateway.protocol}//${gateway.host}`;
}

function hasSafeScheme(api: URL, gateway: URL): boolean {
  if (gateway.username !== '' || gateway.password !== '') return false;
  return gateway.protocol === 'wss:' || (gateway.protocol === 'ws:' && api.protocol === 'http:');
}

function isOfSameService(api: URL, gateway: URL): boolean {
  if (gateway.hostname.endsWith(`.${api.hostname}`)) return true;
  const isSameHost =
    gateway.hostname === api.hostname || (LOOPBACK.has(gateway.hostname) && LOOPBACK.has(api.hostname));
  return isSameHost && portOf(gateway) === portOf(api);
}

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' || protocol === 'wss:' ? '443' : '80';
}
