import { UserError } from '../errors.js';
import {
  type AccessControlBinding,
  loadAccessControl,
  type NativeAccessList,
} from '../native/access-control.js';
import { loadPeerCredentials } from '../native/peer-credentials.js';

/** Those who can access everything anyway: Windows itself, and its administrators. */
const SUPERUSERS: ReadonlySet<string> = new Set(['S-1-5-18', 'S-1-5-32-544']);
/** Stand for the owner of a file. */
const OWNERS: ReadonlySet<string> = new Set(['S-1-3-0', 'S-1-3-4']);

/** FILE_READ_DATA, GENERIC_READ and GENERIC_ALL. */
const READ = 0x0000_0001 + 0x8000_0000 + 0x1000_0000;
/**
 * FILE_WRITE_DATA, FILE_APPEND_DATA, FILE_DELETE_CHILD, DELETE, WRITE_DAC, WRITE_OWNER, GENERIC_WRITE and GENERIC_ALL: with each
 * of these a file can be changed or replaced.
 */
const CHANGE =
  0x0000_0002 +
  0x0000_0004 +
  0x0000_0040 +
  0x0001_0000 +
  0x0004_0000 +
  0x0008_0000 +
  0x4000_0000 +
  0x1000_0000;

/** What users other than this one, the system and administrators may do with a file or folder. */
export type OthersAccess = 'none' | 'read' | 'change';

/** What an access control list of Windows lets others do. @param user the SID of this user */
export function othersAccess(list: NativeAccessList, user: string): OthersAccess {
  // An owner can change the list.
  if (!isTrusted(list.owner, user) || !list.hasList) return 'change';
  // What is denied to others may be allowed to a group of theirs, so only what is allowed counts.
  const others = list.entries.filter(
    (entry) => !entry.isDenied && !isTrusted(entry.user, user) && !OWNERS.has(entry.user),
  );
  const may = (rights: number) => others.some((entry) => hasAny(entry.rights, rights));
  if (may(CHANGE)) return 'change';
  return may(READ) ? 'read' : 'none';
}

/** Whom the system does not name has an empty SID, and so has a user that it does not know. */
function isTrusted(sid: string, user: string): boolean {
  return sid !== '' && (sid === user || SUPERUSERS.has(sid));
}

/** Bits up to the 32nd, which is the sign for JavaScript. */
function hasAny(rights: number, wanted: number): boolean {
  return (rights & wanted) !== 0;
}

/** Whether others may read or change a file or folder. False if that is unknown: not on Windows, or the file is missing. */
export function mayOthersAccess(path: string): boolean {
  const list = readList(path);
  return list !== null && othersAccess(list, ownUser()) !== 'none';
}

/**
 * The owner of a file or folder of Windows, if that is neither this user nor the system nor an administrator; null if it is one
 * of them, or unknown.
 */
export function findForeignOwner(path: string): string | null {
  const list = readList(path);
  return list === null || isTrusted(list.owner, ownUser()) ? null : list.owner;
}

/**
 * Makes a file, or a folder with what is created in it, private on Windows, where modes have no effect: only this user, the system
 * and administrators may access it. Does nothing elsewhere, and where it is private already.
 *
 * @throws {UserError} the system refuses it, e.g. on a file system without access control such as FAT
 */
export function restrictAccess(path: string): void {
  const binding = loadBinding();
  if (binding === null) return;
  const list = readList(path);
  const isPrivate = list?.isProtected === true && othersAccess(list, ownUser()) === 'none';
  const error = isPrivate ? '' : binding.makePrivate(path);
  if (error === '') return;
  throw new UserError(
    `${path} cannot be made private: ${error}`,
    'Choose a folder on a disk with access control (NTFS), e.g. in your profile.',
  );
}

/** The command by which a person makes a file, or a folder with everything in it, private on Windows. */
export function restrictCommand(path: string, kind: 'file' | 'folder'): readonly string[] {
  const rights = kind === 'folder' ? '(OI)(CI)F' : 'F';
  const trusted = [ownUser(), ...SUPERUSERS].map((sid) => `*${sid}:${rights}`);
  return ['icacls', path, '/inheritance:r', '/grant:r', ...trusted];
}

/** Whether a SID is this user's or the system's, whose daemons a command may trust. */
export function mayServe(sid: string): boolean {
  return sid !== '' && (sid === ownUser() || sid === 'S-1-5-18');
}

/** @returns null if it cannot be read */
function readList(path: string): NativeAccessList | null {
  const list = loadBinding()?.read(path);
  return list?.error === '' ? list : null;
}

function loadBinding(): AccessControlBinding | null {
  return process.platform === 'win32' ? loadAccessControl().binding : null;
}

function ownUser(): string {
  return loadPeerCredentials().binding?.currentUser() ?? '';
}
