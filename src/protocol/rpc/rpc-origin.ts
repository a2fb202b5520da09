const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * An RPC origin as it is registered and as browsers send it: SCHEME://HOST[:PORT] in lower case, without the ports 80 and
 * 443 of http and https.
 *
 * @returns null if the text is not an origin
 */
export function toRpcOrigin(text: string): string | null {
  const lower = text.toLowerCase();
  return ORIGIN.test(lower) && hasValidPort(lower) ? withoutDefaultPort(lower) : null;
}

/** Whether a client that sends this Origin can be accepted, once it is registered. */
export function isRpcOrigin(origin: string): boolean {
  return toRpcOrigin(origin) === origin;
}

function hasValidPort(origin: string): boolean {
  const port = /:([0-9]+)$/.exec(origin)?.[1];
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
}

function withoutDefaultPort(origin: string): string {
  const [scheme = ''] = origin.split('//', 1);
  const port = DEFAULT_PORTS[scheme];
  return port !== undefined && origin.endsWith(`:${port}`) ? origin.slice(0, -port.length - 1) : origin;
}
