import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDistinctUser, readUserNamespace } from './user-namespace.js';

const ROOT = 0;
const STICKY = 0o1000;
const BY_GROUP = 0o020;
const BY_OTHERS = 0o002;

/** Owner, group and mode of a folder. */
export interface FolderAccess {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** The user and group of a process. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** in a user namespace: the uid of all users of the machine who have none here, such as the owner of /; null: there is none */
  readonly outsider: number | null;
}

/**
 * Finds a folder in which other users may rename or remove what this user writes: it belongs to another one, or others
 * may write to it and it is not sticky.
 *
 * @param folder an absolute path without links
 * @param me null on systems without such users
 * @returns the first of the folder and those above it, or null
 */
export async function findChangeableFolder(
  folder: string,
  me: Identity | null = ownIdentity(),
  look: (path: string) => Promise<FolderAccess> = stat,
): Promise<string | null> {
  if (me === null) return null;
  for (let path = folder; ; path = dirname(path)) {
    if (mayOthersChange(await look(path), me)) return path;
    if (path === dirname(path)) return null;
  }
}

function mayOthersChange({ uid, gid, mode }: FolderAccess, me: Identity): boolean {
  if (uid !== me.uid && uid !== ROOT && uid !== me.outsider) return true;
  if ((mode & STICKY) !== 0) return false;
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
