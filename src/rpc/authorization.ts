import { rpcErrors } from '../protocol/rpc/errors.js';
import type { Scope } from '../protocol/scopes.js';
import type { Command } from './command.js';
import type { RpcSession } from './session.js';

/**
 * Whether a command may run at all for whoever sends it.
 *
 * @throws {RpcError} 4006 if not
 */
export function requireAccess(session: RpcSession, { access, overHttp }: Command, now: number): void {
  if (session.transport === 'http') {
    if (overHttp !== true) throw rpcErrors.invalidPermissions();
  } else if (access !== 'anyone') {
    requireScopes(session, access.scopes, now);
  }
}

/**
 * The one place that decides whether a connection may do something.
 *
 * @throws {RpcError} 4006 without a valid AUTHENTICATE or with a scope missing
 */
export function requireScopes(session: RpcSession, scopes: readonly Scope[], now: number): void {
  const { authorization } = session;
  if (authorization === null || authorization.expiresAt <= now) throw rpcErrors.invalidPermissions();
  for (const scope of scopes) {
    if (!authorization.scopes.has(scope)) throw rpcErrors.invalidPermissions();
  }
}

/** Whether a connection has a scope, for data that is left out without it. */
export function hasScope(session: RpcSession, scope: Scope): boolean {
  return session.authorization?.scopes.has(scope) ?? false;
}
