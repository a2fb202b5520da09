import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../errors.js';
import { isDistinctUser, readUserNamespace } from '../processes/user-namespace.js';
import { toShellCommand } from '../text/shell-word.js';
import { isMissingFile } from './text-file.js';
import { type PathPart, partsOf } from './untrusted-part.js';

const ROOT = 0;
const STICKY = 0o1000;
const BY_GROUP = 0o020;
const BY_OTHERS = 0o002;

/** The user and group of a process. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** in a user namespace: the uid of all users of the machine who have none here, such as the owner of /; null: there is none */
  readonly outsider: number | null;
}

/**
 * Finds where other users may change what a path leads to: a folder or link that belongs to another one, or a folder that
 * others may write to and that is not sticky.
 *
 * @param parts of the path, from the root on
 * @param me null on systems without such users
 * @returns the path of the first such part, or null
 */
export async function findChangeablePart(
  parts: AsyncIterable<PathPart>,
  me: Identity | null = ownIdentity(),
): Promise<string | null> {
  if (me === null) return null;
  for await (const part of parts) if (mayOthersChange(part, me)) return part.path;
  return null;
}

/**
 * Finds the place of a new file that a command writes for the person.
 *
 * @param what is written, e.g. `the backup`
 * @returns the path without links, which only this user and root can change
 * @throws {UserError} if its folder does not exist, or other users can rename what is in it or change a link to it
 */
export async function findProtectedPath(target: string, what: string): Promise<string> {
  const changeable = await findChangeablePart(partsOf(dirname(target)));
  // Links are followed once nobody else can change where they lead.
  if (changeable === null) return join(await findFolder(dirname(target)), basename(target));
  throw new UserError(
    `other users can change ${changeable}, and so read or replace ${what} while it is written`,
    'Choose a folder that only you can write to, e.g. in your home folder, and copy the file from there.',
  );
}

/** @returns the path without links */
async function findFolder(folder: string): Promise<string> {
  try {
    // With a separator, a file is none.
    return await realpath(join(folder, '.', '/'));
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    throw new UserError(`there is no folder ${folder}`, toShellCommand('mkdir', '-p', folder));
  }
}

function mayOthersChange({ uid, gid, mode, isLink }: PathPart, me: Identity): boolean {
  if (uid !== me.uid && uid !== ROOT && uid !== me.outsider) return true;
  if (isLink || (mode & STICKY) !== 0) return false;
  return (mode & BY_OTHERS) !== 0 || ((mode & BY_GROUP) !== 0 && !isOwnGroup(gid, me));
}

/** The group of root, or one that a system makes for each user with the number of the user. */
function isOwnGroup(gid: number, me: Identity): boolean {
  return gid === ROOT || (gid === me.gid && gid === me.uid);
}

/** The identity of this process; null on systems without such users. */
export function ownIdentity(): Identity | null {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) return null;
  const namespace = readUserNamespace();
  const isNested = namespace !== null && !isDistinctUser(namespace, namespace.overflowUid);
  return { uid: getuid(), gid: getgid(), outsider: isNested ? namespace.overflowUid : null };
}
