import type { ChatClient } from '../../client/client.js';

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
