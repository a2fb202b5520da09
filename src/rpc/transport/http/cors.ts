import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Headers of an answer that a page may read besides the usual ones. */
const EXPOSED_HEADERS = 'retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset';

/** Seconds a browser may remember the answer to a preflight: a grant that is taken back must count soon. */
const MAX_AGE = 60;

/** Lets pages of one origin read an answer; never of any. */
export function corsHeaders(origin: string | null): OutgoingHttpHeaders {
  if (origin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
}

/** What the page of an allowed origin may send. */
export interface CrossOriginCalls {
  readonly methods: readonly string[];
  /** headers that a page may send; those a browser lets it send anyway need no mention */
  readonly headers: readonly string[];
}

/** The answer to the preflight of a page that may call a path (docs/rpc.md, REST calls on the RPC port). */
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
