import { UserError } from '../errors.js';
import {
  type AccessControlBinding,
  loadAccessControl,
  type NativeAccessList,
  WindowsError,
} from '../native/access-control.js';
import { missingModuleHint } from '../native/binding.js';
import { loadPeerCredentials } from '../native/peer-credentials.js';
import { toSystemPath } from './system-path.js';

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

/** What users other than this one, the system and administrators may do with a file or folder. `unknown`: the list cannot be read. */
export type OthersAccess = 'none' | 'read' | 'change' | 'unknown';

/** What an access control list of Windows lets others do; none with a file that is missing. @param user the SID of this user */
export function othersAccess(list: NativeAccessList, user: string): OthersAccess {
  if (list.error !== '') return list.isMissing ? 'none' : 'unknown';
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

/** The owner in words, if that is neither this user nor the system nor an administrator; null: one of them, or no file. */
export function foreignOwner(list: NativeAccessList, user: string): string | null {
  if (list.error !== '') return list.isMissing ? null : `an unknown user (${list.error})`;
  return isTrusted(list.owner, user) ? null : `the user ${list.owner}`;
}

/**
 * The words of a command that gives a file, or a folder with everything in it, to this user, the system and administrators, and
 * takes from others what they have been granted. @param user the SID of this user
 */
export function restrictWords(
  path: string,
  kind: 'file' | 'folder',
  list: NativeAccessList,
  user: string,
): readonly string[] {
  const rights = kind === 'folder' ? '(OI)(CI)F' : 'F';
  const trusted = [user, ...SUPERUSERS];
  const others = new Set(list.entries.filter((entry) => !entry.isDenied).map((entry) => entry.user));
  for (const sid of ['', ...trusted]) others.delete(sid);
  return [
    ...['icacls', path, '/inheritance:r', '/grant:r', ...trusted.map((sid) => `*${sid}:${rights}`)],
    ...(others.size === 0 ? [] : ['/remove:g', ...[...others].map((sid) => `*${sid}`)]),
  ];
}

/** Why it counts as accessible to others, in words; null if they have no access. Not on Windows: null. */
export function describeOthersAccess(path: string): string | null {
  if (process.platform !== 'win32') return null;
  const list = readList(path);
  const access = othersAccess(list, ownUser());
  if (access === 'none') return null;
  return access === 'unknown'
    ? `may be accessible to other users (${list.error})`
    : 'is readable by other users';
}

/** The owner of a file or folder as by `foreignOwner`. Not on Windows: null. */
export function findForeignOwner(path: string): string | null {
  return process.platform === 'win32' ? foreignOwner(readList(path), ownUser()) : null;
}

/**
 * Makes a file, or a folder with what is created in it, private on Windows, where modes have no effect: only this user, the system
 * and administrators may access it. Does nothing where it is private already.
 *
 * @throws {UserError} the system refuses it, e.g. on a file system without access control such as FAT
 */
export function restrictAccess(path: string): void {
  const list = readList(path);
  const isPrivate = list.isProtected && othersAccess(list, ownUser()) === 'none';
  const error = isPrivate ? '' : requireBinding().makePrivate(toSystemPath(path));
  if (error === '') return;
  throw new UserError(
    `${path} cannot be made private: ${error}`,
    'Choose a folder on a disk with access control (NTFS), e.g. in your profile.',
  );
}

/**
 * Creates an empty file, or a folder, of Windows that is private from the start.
 *
 * @throws {WindowsError} e.g. with EEXIST: nothing is replaced
 */
export function createPrivate(path: string, kind: 'file' | 'folder'): void {
  const error = requireBinding().createPrivate(toSystemPath(path), kind === 'folder');
  if (error !== 0) throw new WindowsError(path, 'cannot be created', error);
}

/** The command by which a person makes a file, or a folder with everything in it, private on Windows. */
export function restrictCommand(path: string, kind: 'file' | 'folder'): readonly string[] {
  return restrictWords(path, kind, readList(path), ownUser());
}

/** Whether a SID is this user's or the system's, whose daemons a command may trust. */
export function mayServe(sid: string): boolean {
  return sid !== '' && (sid === ownUser() || sid === 'S-1-5-18');
}

/** Without the addon the list cannot be read either. */
function readList(path: string): NativeAccessList {
  const loaded = loadAccessControl();
  if (loaded.binding !== null) return loaded.binding.read(toSystemPath(path));
  return {
    error: loaded.reason,
    isMissing: false,
    owner: '',
    hasList: false,
    isProtected: false,
    entries: [],
  };
}

/** @throws {UserError} without the addon */
function requireBinding(): AccessControlBinding {
  const loaded = loadAccessControl();
  if (loaded.binding === null) throw new UserError(loaded.reason, missingModuleHint());
  return loaded.binding;
}

function ownUser(): string {
  return loadPeerCredentials().binding?.currentUser() ?? '';
}
