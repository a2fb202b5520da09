import type { Scope } from '../../protocol/scopes.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';

/**
 * Who may call an operation. `anyone`: no token is required, and a valid one only determines whose quota counts;
 * `application`: applications that authenticate with their secret; `person` and `bot`: only those; with `scopes`:
 * people, bots, and OAuth2 tokens that have one of the scopes, or `any` OAuth2 token.
 */
export type OperationAccess =
  | 'anyone'
  | 'application'
  | 'person'
  | 'bot'
  | { readonly scopes: readonly Scope[] | 'any' };

/** Whether an operation is for callers with a token. */
export function needsCaller({ access }: { readonly access: OperationAccess }): boolean {
  return access !== 'anyone' && access !== 'application';
}

/**
 * Checks that a caller may call the operation.
 *
 * @throws {RestError} UNAUTHORIZED, ONLY_BOTS, NO_BOTS, or MISSING_ACCESS for a bearer token without the scope
 */
export function requireAccess(caller: Caller | null, access: OperationAccess): Caller {
  if (caller === null) throw new RestError('UNAUTHORIZED');
  if (access === 'bot' && caller.kind !== 'bot') throw new RestError('ONLY_BOTS');
  if (access === 'person' && caller.kind === 'bot') throw new RestError('NO_BOTS');
  if (caller.kind !== 'bearer') return caller;
  // Operations for signed-in people are not available to applications on their behalf.
  if (typeof access === 'object') {
    const { scopes } = access;
    if (scopes === 'any' || scopes.some((scope) => caller.scopes.has(scope))) return caller;
    const scope = scopes.join(' ');
    const challenge = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
    throw new RestError('MISSING_ACCESS', [], challenge);
  }
  throw new RestError('MISSING_ACCESS', [], { 'www-authenticate': 'Bearer error="insufficient_scope"' });
}
