import { rpcErrors } from '../protocol/rpc/errors.js';
import type { Scope } from '../protocol/scopes.js';
import type { Command } from './command.js';
import type { CommandContext } from './context.js';
import type { Authorization, RpcSession } from './session.js';

/**
 * Whether a command may run at all for whoever sends it.
 *
 * @throws {RpcError} 4006 if not
 */
export function requireAccess(
  context: CommandContext,
  { access, endsOwn, withoutPerson }: Command,
  args: unknown,
): void {
  const { clock, session } = context;
  if (!session.capabilities.hasPerson) {
    if (withoutPerson !== true) throw rpcErrors.invalidPermissions();
    if (session.access !== 'approved' && session.access !== 'tester') throw rpcErrors.notApproved();
  } else if (access !== 'anyone' && endsOwn?.(context, args) !== true) {
    requireScopes(session, access.scopes, clock.now());
  }
}

/**
 * The one place that decides whether a connection may do something.
 *
 * @throws {RpcError} 4006 without a valid AUTHENTICATE or with a scope missing
 */
export function requireScopes(session: RpcSession, scopes: readonly Scope[], now: number): Authorization {
  const { authorization } = session;
  if (authorization === null || !hasScopes(session, scopes, now)) throw rpcErrors.invalidPermissions();
  return authorization;
}

/** Whether a connection has authenticated, its token has not expired, and it has all of these scopes. */
export function hasScopes(session: RpcSession, scopes: readonly Scope[], now: number): boolean {
  const { authorization } = session;
  if (authorization === null || authorization.expiresAt <= now) return false;
  return scopes.every((scope) => authorization.scopes.has(scope));
}

/** Whether a connection has a scope, for data that is left out without it. */
export function hasScope(session: RpcSession, scope: Scope): boolean {
  return session.authorization?.scopes.has(scope) ?? false;
}
