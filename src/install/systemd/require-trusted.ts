import { UserError } from '../../platform/errors.js';
import type { PathPart } from '../../platform/files/untrusted-part.js';
import type { Machine } from '../machine.js';

/** Folders that the units cannot see (ProtectHome). */
const HOMES = ['/home/', '/root/', '/run/user/'];
const HINT = "install Guildhall and Node.js for all users, e.g. by Debian's package";
const BY_GROUP = 0o020;
const BY_OTHERS = 0o002;

/** @param command the command for a shell, without sudo @throws {UserError} for everybody but root */
export function requireRoot({ user }: Machine, command: string): void {
  if (user.uid !== 0) throw new UserError('only root can change system services', `Run: sudo ${command}`);
}

/**
 * Checks that only root can change a program that a system service runs: who can replace it, a link to it, or a
 * folder above one of them, would get the service's data.
 *
 * @param path absolute
 * @throws {UserError}
 */
export async function requireTrusted(machine: Machine, path: string): Promise<void> {
  if ((await machine.owner(path)) === null) throw new UserError(`there is no file ${path}`, HINT);
  for await (const part of machine.parts(path)) {
    if (HOMES.some((folder) => part.path.startsWith(folder))) {
      throw new UserError(`a system service cannot run ${part.path}, which is in a home folder`, HINT);
    }
    if (canBeChanged(part)) {
      throw new UserError(
        `a system service must not run ${path}: users other than root can change ${part.path}`,
        HINT,
      );
    }
  }
}

function canBeChanged({ uid, gid, mode, isLink }: PathPart): boolean {
  if (uid !== 0) return true;
  // A link has no permissions of its own.
  return !isLink && ((mode & BY_OTHERS) !== 0 || ((mode & BY_GROUP) !== 0 && gid !== 0));
}
