import type { ChatClient } from '../../client/client.js';
import type { CurrentAuthorization } from '../../protocol/objects/application.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { AuthenticationAttempts } from '../sessions/authentication-attempts.js';

/** The token of an Authorization header; null if there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Resolves a bearer token.
 *
 * @param peer the connection that sent it
 * @throws {RpcError} 4009 if it is not valid, or belongs to a person other than the signed-in one
 * @throws {TooManyFailuresError}
 */
export async function authorizationOf(
  client: Pick<ChatClient, 'authorization' | 'user'>,
  attempts: AuthenticationAttempts,
  peer: string,
  token: string,
): Promise<CurrentAuthorization> {
  const authorization = await attempts.verify(peer, token, async () => {
    const found = await client.authorization(token);
    if (found === null) throw rpcErrors.invalidToken();
    return found;
  });
  if (authorization.user.id !== client.user?.id) throw rpcErrors.tokenOfAnotherUser();
  return authorization;
}
