import { ServiceError } from '../service-error.js';

/** Names of the loopback interface: a service that listens there may use any of them. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Validates the gateway URL of a service. The person's token is sent there, so it must be on the service's host or a
 * subdomain, and encrypted if the REST API is.
 *
 * @param apiUrl the REST API, e.g. `https://chat.example/api`
 * @param gatewayUrl as returned by the service, e.g. `wss://gateway.chat.example`
 * @returns the URL without a path, e.g. `wss://gateway.chat.example`
 * @throws {ServiceError} 502 for any other URL
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
