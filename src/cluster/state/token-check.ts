import type { Session } from '../../api/gateway/session.js';
import type { AuthorizationStore } from '../../store/authorizations.js';

/** The number of tokens in one statement. */
const AT_ONCE = 1000;

/** Ends the sessions whose tokens no longer exist. @param end ends a session */
export async function endRevokedSessions(
  sessions: Iterable<Session>,
  store: Pick<AuthorizationStore, 'existingTokens'>,
  end: (session: Session) => void,
): Promise<void> {
  const all = [...sessions];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const existing = await store.existingTokens([...new Set(some.map(hashOf))]);
    for (const session of some) if (!existing.has(hashOf(session))) end(session);
  }
}

function hashOf({ options }: Session): string {
  return options.caller.token.hash;
}
