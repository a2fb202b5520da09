import { dirname } from 'node:path/posix';
import { UserError } from '../../platform/errors.js';
import type { FileOwner, Machine } from '../machine.js';

/** Folders that the units cannot see (ProtectHome). */
const HOMES = ['/home/', '/root/', '/run/user/'];
const HINT = "install Guildhall and Node.js for all users, e.g. by Debian's package";
const BY_GROUP = 0o020;
const BY_OTHERS = 0o002;

/** @param command the command for a shell, without sudo @throws {UserError} for everybody but root */
export function requireRoot({ user }: Machine, command: string): void {
  if (user.uid !== 0)
    throw new UserError('only root can change services of the machine', `Run: sudo ${command}`);
}

/**
 * Checks that only root can change a program that a service of the machine runs: who can replace it, or a folder above
 * it, would get the service's data.
 *
 * @param path absolute, without links
 * @throws {UserError}
 */
export async function requireTrusted(machine: Machine, path: string): Promise<void> {
  if (HOMES.some((folder) => path.startsWith(folder))) {
    throw new UserError(`a service of the machine cannot run ${path}, which is in a home folder`, HINT);
  }
  for (let part = path; ; part = dirname(part)) {
    const owner = await machine.owner(part);
    if (owner === null || canBeChanged(owner)) {
      throw new UserError(
        `a service of the machine must not run ${path}: users other than root can change ${part}`,
        HINT,
      );
    }
    if (part === '/') return;
  }
}

function canBeChanged({ uid, gid, mode }: FileOwner): boolean {
  return uid !== 0 || (mode & BY_OTHERS) !== 0 || ((mode & BY_GROUP) !== 0 && gid !== 0);
}
