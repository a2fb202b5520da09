import { type RpcError, rpcErrors } from '../protocol/rpc/errors.js';
import { hasScopes } from './authorization.js';
import type { Access, Command } from './command.js';
import type { CommandContext } from './context.js';
import type { RpcSession } from './session.js';

/** Whether a command exists for a session. */
export function isOffered({ access }: Command, { capabilities }: RpcSession): boolean {
  return access !== 'local' || capabilities.isLocal;
}

/** Why a session may not run a command: 4006; null if it may. */
export function findAccessRefusal(
  context: CommandContext,
  { access, endsOwn, withoutPerson }: Command,
  args: unknown,
): RpcError | null {
  const { clock, session } = context;
  if (session.capabilities.isLocal && isForLocal(access)) return null;
  if (!session.capabilities.hasPerson) {
    if (withoutPerson !== true || session.access === null) return rpcErrors.invalidPermissions();
    if (session.access === 'approved' || session.access === 'tester') return null;
    const { application, origin } = session;
    context.refusals.record({ reason: 'not-approved', applicationId: application.id, origin });
    return rpcErrors.notApproved();
  }
  if (access === 'anyone') return null;
  if (access !== 'local' && hasScopes(session, access.scopes, clock.now())) return null;
  return endsOwn?.(context, args) === true ? null : rpcErrors.invalidPermissions();
}

function isForLocal(access: Access): boolean {
  return access === 'local' || (access !== 'anyone' && access.orLocal === true);
}
