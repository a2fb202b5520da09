import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Response headers that a page may read besides the safelisted ones. */
const EXPOSED_HEADERS =
  'retry-after, x-ratelimit-global, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset';

/**
 * How long a browser may cache a preflight response, in seconds; short, because revoking a grant must take effect soon.
 */
const MAX_AGE = 60;

/** Lets pages of one origin read a response; never uses the wildcard. */
export function corsHeaders(origin: string | null): OutgoingHttpHeaders {
  if (origin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
}

/** What pages of an allowed origin may send. */
export interface CrossOriginCalls {
  readonly methods: readonly string[];
  /** request headers that a page may send besides the safelisted ones */
  readonly headers: readonly string[];
}

/** Headers of the preflight response for a path that the page may call (docs/rpc.md, REST calls on the RPC port). */
export function preflightHeaders(
  request: IncomingMessage,
  origin: string,
  { methods, headers }: CrossOriginCalls,
): OutgoingHttpHeaders {
  const ofPrivateNetwork = request.headers['access-control-request-private-network'] === 'true';
  return {
    ...corsHeaders(origin),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': headers.join(', '),
    'access-control-max-age': String(MAX_AGE),
    ...(ofPrivateNetwork ? { 'access-control-allow-private-network': 'true' } : {}),
  };
}
