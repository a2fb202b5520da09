import type { Actor } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../../store/accounts.js';
import type { Token } from '../../store/token.js';

/** The caller of a request, according to its token. */
export interface Caller {
  /** `person`: a signed-in user; `bot`; `bearer`: an application in a user's name (OAuth2) */
  readonly kind: 'person' | 'bot' | 'bearer';
  readonly user: Account;
  /** null for a person */
  readonly applicationId: Snowflake | null;
  /** the scopes of a bearer token; empty for others */
  readonly scopes: ReadonlySet<string>;
  readonly token: Token;
  /** the caller as an actor of rules */
  readonly actor: Actor;
}

/** Whose quota a request counts against, however many tokens they have: a user's, or an application's in a user's name. */
export function quotaHolder({ applicationId, kind, user }: Caller): string {
  return kind === 'bearer' ? `${user.id} ${applicationId}` : user.id;
}
