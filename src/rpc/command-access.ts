import { type RpcError, rpcErrors } from '../protocol/rpc/errors.js';
import { hasScopes } from './authorization.js';
import type { Command } from './command.js';
import type { CommandContext } from './context.js';

/** Why a session may not run a command: 4006; null if it may. */
export function findAccessRefusal(
  context: CommandContext,
  { access, endsOwn, withoutPerson }: Command,
  args: unknown,
): RpcError | null {
  const { clock, session } = context;
  if (!session.capabilities.hasPerson) {
    if (withoutPerson !== true) return rpcErrors.invalidPermissions();
    if (session.access === 'approved' || session.access === 'tester') return null;
    const { application, origin } = session;
    context.refusals.record({ reason: 'not-approved', applicationId: application.id, origin });
    return rpcErrors.notApproved();
  }
  if (access === 'anyone' || hasScopes(session, access.scopes, clock.now())) return null;
  return endsOwn?.(context, args) === true ? null : rpcErrors.invalidPermissions();
}
