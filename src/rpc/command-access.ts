import { rpcErrors } from '../protocol/rpc/errors.js';
import { requireScopes } from './authorization.js';
import type { Command } from './command.js';
import type { CommandContext } from './context.js';

/**
 * Checks whether a session may run a command.
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
