import { hashSecret } from '../../platform/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AuthorizationStore } from '../../store/authorizations.js';
import type { Token } from '../../store/token.js';

/** Finds the token that an application sends, if it was issued to this application and has not expired. */
export async function findOwnToken(
  authorizations: Pick<AuthorizationStore, 'token'>,
  applicationId: Snowflake,
  token: string,
  now: number,
): Promise<Token | null> {
  const found = await authorizations.token(hashSecret(token));
  if (found === null || found.applicationId !== applicationId) return null;
  return found.expiresAt !== null && found.expiresAt <= now ? null : found;
}
