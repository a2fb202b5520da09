import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** Asks for a code that the application gets over its RPC connection; other services ignore `response_mode`. */
export function authorizationQuery(applicationId: Snowflake, scopes: readonly Scope[]) {
  return {
    client_id: applicationId,
    scope: scopes.join(' '),
    response_type: 'code',
    response_mode: 'rpc',
  } as const;
}
