import { toUserError } from '../control/doctor/finding.js';
import { cannotBeCreated, findHomeProblems } from '../control/doctor/home.js';
import { findOwnerProblem } from '../control/doctor/home-owner.js';
import { makePrivateFolder, restrictToOwner } from '../platform/files/private-file.js';

/**
 * Creates the home if it is missing and makes sure that other users cannot read it (mode 0700, on Windows by access control). The permissions of a
 * folder with other content are not changed.
 *
 * @param command the words of the command that needs it, for hints
 * @throws {UserError} with the problem that `guildhall doctor` finds (docs/troubleshooting.md, The daemon does not start)
 */
export async function prepareHome(home: string, command: readonly string[]): Promise<void> {
  // Applies to all files created from here on, also by libraries.
  process.umask(0o077);
  const uid = currentUser();
  const [found] = await findHomeProblems(home, { uid, command });
  if (found !== undefined) throw toUserError(found);
  await makePrivateFolder(home).catch((error: NodeJS.ErrnoException) => {
    throw toUserError(cannotBeCreated(home, error.message));
  });
  // In a folder such as /tmp, somebody may have created it since.
  await requireOwnHome(home, command);
  await restrictToOwner(home, 0o700);
}

/**
 * Refuses a home of somebody else, also to root, before a command writes to it that `prepareHome` is not for.
 *
 * @param command its words, for hints
 * @throws {UserError} that names the owner
 */
export async function requireOwnHome(home: string, command: readonly string[]): Promise<void> {
  const found = await findOwnerProblem(home, { uid: currentUser(), command });
  if (found !== null) throw toUserError(found);
}

/** The uid of this process; null on Windows. */
function currentUser(): number | null {
  return process.getuid?.() ?? null;
}
