import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ChatClient } from '../../client/client.js';
import type { ProxyTarget } from './routes.js';

/** Headers that a page may send; those a browser lets it send anyway need no mention. */
const REQUEST_HEADERS = 'authorization, content-type, x-audit-log-reason';

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

/** The answer to the preflight of a page that may call a path (rpc-facts.md, What real clients do 8). */
export function preflightHeaders(
  request: IncomingMessage,
  origin: string,
  { methods }: ProxyTarget,
): OutgoingHttpHeaders {
  const ofPrivateNetwork = request.headers['access-control-request-private-network'] === 'true';
  return {
    ...corsHeaders(origin),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': String(MAX_AGE),
    ...(ofPrivateNetwork ? { 'access-control-allow-private-network': 'true' } : {}),
  };
}

/**
 * Whether an origin is one of an application that the person gave the scope rpc.api. A preflight carries no token that
 * would tell which application it is.
 */
export async function isGrantedOrigin(client: Pick<ChatClient, 'grants'>, origin: string): Promise<boolean> {
  const grants = await client.grants();
  return grants.some(
    ({ application, scopes }) => scopes.includes('rpc.api') && application.rpc_origins.includes(origin),
  );
}
