import { firstLineOf, UserError } from './errors.js';
import { missingModuleHint } from './native/binding.js';

/** What an error of the system or of the store means for the person, and what to do, by its code. */
const MEANINGS: Readonly<Record<string, readonly [meaning: string, hint: string]>> = {
  EACCES: ['permission denied', 'Check who owns it and its permissions.'],
  EPERM: ['permission denied', 'Check who owns it and its permissions.'],
  EROFS: ['it is on a read-only file system', 'Choose another folder with --home.'],
  ENOSPC: ['the disk is full', 'Free some space and try again.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and try again.'],
  ENOTDIR: ['a file is in the way of a folder', 'Check the path.'],
  EISDIR: ['a folder is in the way of a file', 'Check the path.'],
  ENOENT: ['no such file or folder', 'Check the path.'],
  ELOOP: ['its links lead in a circle', 'Check the path.'],
  ENAMETOOLONG: ['the path is too long', 'Choose a shorter one.'],
  EMFILE: ['too many files are open', 'Raise the limit with: ulimit -n 4096'],
  ENFILE: ['too many files are open on this machine', 'Close some programs.'],
  EIO: ['the disk does not work', 'Check the disk.'],
  SQLITE_FULL: ['the disk is full', 'Free some space and try again.'],
  53100: ['the disk of the database is full', 'Free some space and try again.'],
  SQLITE_READONLY: ['the store cannot be written', 'Check the permissions of the home and its files.'],
  SQLITE_CANTOPEN: ['the store cannot be opened', 'Check the permissions of the home and its files.'],
  SQLITE_IOERR: ['the disk does not work', 'Check the disk, and restore a backup if the store is damaged.'],
  SQLITE_BUSY: ['another program uses the store', 'End that program and try again.'],
  SQLITE_NOTADB: ['the store is damaged', 'Restore a backup.'],
  SQLITE_CORRUPT: ['the store is damaged', 'Restore a backup.'],
};

/** What fails without naming a path, by the call that failed. */
const CALLS: Readonly<Record<string, readonly [meaning: string, hint: string]>> = {
  uv_cwd: ['the folder in which this was run no longer exists', 'Change to another folder.'],
  uv_resident_set_memory: ['/proc cannot be read', 'Mount /proc: on Linux Guildhall needs it.'],
};

/** Of a module that is missing, or that Windows refuses; elsewhere, one is refused for a library that is missing or too old. */
const UNLOADABLE: ReadonlySet<string> = new Set([
  ...['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'],
  ...(process.platform === 'win32' ? ['ERR_DLOPEN_FAILED'] : []),
]);

/** What a full disk, or the quota of a user, causes: of files, of SQLite and of PostgreSQL. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** Whether something could not be written because there is no space left. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has(codeOf(error));
}

/** An error with a code that has a meaning for the person as a `UserError`; every other one as it is. */
export function toUserError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UserError) return error;
  if (UNLOADABLE.has(codeOf(error))) return new UserError(firstLineOf(error), missingModuleHint());
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  const known = CALLS[call] ?? MEANINGS[codeOf(error)];
  if (known === undefined) return error;
  const [meaning, hint] = known;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null;
  return new UserError(path === null ? meaning : `${path}: ${meaning}`, hint);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
