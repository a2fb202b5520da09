import { hashSecret } from '../../platform/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/sqlite/open-store.js';
import type { TokenRow } from '../../store/sqlite/rows.js';

/** The token an application shows, if it was given to this application and is not expired. */
export async function findOwnToken(
  store: Store,
  applicationId: Snowflake,
  token: string,
  now: number,
): Promise<TokenRow | null> {
  const row = await store.authorizations.token(hashSecret(token));
  if (row === null || row.application_id !== applicationId) return null;
  return row.expires_at !== null && row.expires_at <= now ? null : row;
}
