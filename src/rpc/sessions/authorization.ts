import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Authorization, RpcSession } from './session.js';

/** As `hasScopes`. @throws {RpcError} 4006 without a valid AUTHENTICATE or without one of the scopes */
export function requireScopes(session: RpcSession, scopes: readonly Scope[], now: number): Authorization {
  const { authorization } = session;
  if (authorization === null || !hasScopes(session, scopes, now)) throw rpcErrors.invalidPermissions();
  return authorization;
}

/** Who may receive an event: programs that are connected over IPC, or applications with all of these scopes. */
export type EventAccess = 'local' | { readonly scopes: readonly Scope[] };

/** Whether a connection may receive an event now. */
export function mayReceive(session: RpcSession, access: EventAccess, now: number): boolean {
  return access === 'local' ? session.capabilities.isLocal : hasScopes(session, access.scopes, now);
}

/**
 * Whether a connection has authenticated, its token has not expired, and it has all of these scopes: the only place that
 * decides whether a connection may do something.
 */
export function hasScopes(session: RpcSession, scopes: readonly Scope[], now: number): boolean {
  const { authorization } = session;
  if (authorization === null || authorization.expiresAt <= now) return false;
  for (const scope of scopes) if (!authorization.scopes.has(scope)) return false;
  return true;
}

/** Whether a connection has a scope. Used for data that is omitted without it. */
export function hasScope(session: RpcSession, scope: Scope): boolean {
  return session.authorization?.scopes.has(scope) ?? false;
}
