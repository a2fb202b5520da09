import { constants, type Stats } from 'node:fs';
import { access, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../platform/errors.js';
import { describeSpecialFile, isMissingFile } from '../../platform/files/text-file.js';
import { describeOthersAccess, restrictCommand } from '../../platform/files/windows-access.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { type Check, ok, problem, type Result } from './finding.js';
import { type FolderUse, findOwnerProblem, folderUseOf, type HomeUser, notAHome } from './home-owner.js';

const GROUP_OR_OTHERS = 0o077;
const isWindows = process.platform === 'win32';
const { R_OK, W_OK, X_OK } = constants;
/**
 * The longest path of a home, in bytes: SQLite opens files with paths up to 512, and in the home there is
 * `restore/new/store.db-journal` below it. A socket whose path is too long is reached from its folder.
 */
const MAX_HOME_BYTES = 480;

/**
 * What keeps a daemon from using a folder as its home, all of which `guildhall start` refuses. Nothing is changed.
 *
 * @param user of the daemon
 */
export async function findHomeProblems(home: string, user: HomeUser): Promise<Result[]> {
  if (user.uid !== null && Buffer.byteLength(home) > MAX_HOME_BYTES) return [tooLong(home)];
  const found = await stat(home).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOTDIR') return findParentProblems(home);
    if (found.code === 'ENAMETOOLONG') return [tooLong(home)];
    if (found.code !== 'ENOENT') return [cannotBeCreated(home, messageOf(found))];
    const owned = await findOwnerProblem(home, user);
    return owned === null ? findParentProblems(home) : [owned];
  }
  if (!found.isDirectory()) return [notAFolder(home, found)];
  const owned = await findOwnerProblem(home, user);
  if (owned !== null) return [owned];
  const denied = await findDenial(home, R_OK | W_OK | X_OK);
  const files = await readdir(home).catch(() => null);
  const use = files === null ? 'unknown' : folderUseOf(home, files);
  if (denied !== null) return [use === 'other' ? notAHome(home) : notWritable(home, denied, use)];
  if (files === null) return [];
  const problems = await findFileProblems(home, files, use);
  const open = describeOpenness(home, found, user.uid === null);
  if (use === 'other' && (open !== null || problems.length > 0)) return [notAHome(home)];
  // The start makes an empty folder private.
  if (open === null || use === 'empty') return problems;
  // Folders of root with a config.toml are those of other programs as well.
  return [readable(home, open, use === 'home' || user.uid !== 0), ...problems];
}

/** A home that does not exist is created, with its parents. */
async function findParentProblems(home: string): Promise<Result[]> {
  const parent = dirname(home);
  const found = await stat(parent).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (isMissingFile(found) && parent !== home) return findParentProblems(parent);
    return [cannotBeCreated(home, messageOf(found))];
  }
  if (!found.isDirectory()) return [notAFolder(parent, found)];
  const denied = await findDenial(parent, W_OK | X_OK);
  if (denied === null) return [];
  return [denied.code === 'EROFS' ? readOnly(home, parent) : cannotBeCreated(home, messageOf(denied))];
}

/** A daemon that once ran as root leaves files that its person cannot open. */
async function findFileProblems(home: string, files: readonly string[], use: FolderUse): Promise<Result[]> {
  for (const name of files) {
    const path = join(home, name);
    const special = await findSpecialFile(path);
    if (special !== null) {
      return [
        problem('home_file_denied', special, {
          hint: 'Move it away.',
          command: toShellCommand('mv', path, `${path}.moved`),
        }),
      ];
    }
    const denied = await findDenial(path, R_OK | W_OK);
    // A file that is gone meanwhile, or a link without a target, is none of the daemon's.
    if (denied === null || denied.code === 'ENOENT') continue;
    return [
      problem('home_file_denied', `${path} cannot be opened: ${messageOf(denied)}`, {
        hint: 'Make everything in the home yours.',
        command: use === 'home' ? `sudo chown -R "$(id -u)" ${toShellCommand(home)}` : undefined,
      }),
    ];
  }
  return [];
}

/** What would be read or written forever in place of a file; the control socket is a socket. */
async function findSpecialFile(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile() || found.isDirectory() || found.isSocket()) return null;
  return describeSpecialFile(path, found);
}

async function findDenial(path: string, mode: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await access(path, mode);
    return null;
  } catch (error) {
    return error instanceof Error ? error : null;
  }
}

function tooLong(home: string): Result {
  const bytes = Buffer.byteLength(home);
  const limit =
    bytes > MAX_HOME_BYTES ? `${bytes} bytes, and at most ${MAX_HOME_BYTES} are possible` : 'a name in it is';
  return problem('home_path_too_long', `the path of the home is too long (${limit}): ${home}`, {
    hint: 'Choose a shorter one with --home.',
  });
}

/** The problem of a file in place of a folder. @param path of the home, or of what its path leads through */
export function notAFolder(path: string, found: Stats): Result {
  return problem('home_not_a_folder', `${path} is ${found.isFile() ? 'a file' : 'not a folder'}`, {
    hint: 'Choose a folder with --home.',
  });
}

/** The problem of a home that does not exist and cannot be created. */
export function cannotBeCreated(home: string, reason: string): Result {
  return problem('home_not_creatable', `the home ${home} cannot be created: ${reason}`, {
    hint: 'Create it as a folder that you own, or choose another home with --home.',
    command: `sudo install -d -m 700 -o "$(id -u)" ${toShellCommand(home)}`,
  });
}

function notWritable(home: string, { code, message }: NodeJS.ErrnoException, use: FolderUse): Result {
  if (code === 'EROFS') return readOnly(home, home);
  return problem('home_not_writable', `the home ${home} is not writable: ${message}`, {
    hint: 'Make it writable for you, or choose another home with --home.',
    command: use === 'home' || use === 'empty' ? toShellCommand('chmod', 'u+rwx', home) : undefined,
  });
}

/** @param folder the home, or the nearest of its parents that exists */
function readOnly(home: string, folder: string): Result {
  return problem('home_read_only', `the home ${home} is on a file system that is read-only`, {
    hint: 'Make the file system writable, or choose another home with --home.',
    command: `sudo mount -o remount,rw "$(findmnt -n -o TARGET -T ${toShellCommand(folder)})"`,
  });
}

function readable(home: string, reason: string, isCertain: boolean): Result {
  const words = isWindows ? restrictCommand(home, 'folder') : ['chmod', '700', home];
  const means = isWindows ? '' : ' (chmod 700)';
  return problem('home_readable', `the home ${home} ${reason}`, {
    hint: isCertain ? 'Make it private.' : `If it is the right folder, make it private${means}.`,
    command: isCertain ? toShellCommand(...words) : undefined,
  });
}

/** Checks that the home is private and writable. */
export const home: Check = {
  name: 'home',
  async run({ home: folder, platform }) {
    const uid = platform === 'win32' ? null : (process.getuid?.() ?? null);
    const problems = await findHomeProblems(folder, { uid, command: ['doctor'] });
    const isForeign = problems.some(({ code }) => code === 'home_of_another_user');
    if (!isForeign) problems.push(...(await findReadableFiles(folder)));
    if (problems.length > 0) return problems;
    const exists = await lstat(folder).catch(() => null);
    return [ok(exists === null ? `${folder} is created at the first start` : folder)];
  },
};

/** In a private folder nobody else can access the files: their own permissions are a second line of defense. */
async function findReadableFiles(folder: string): Promise<Result[]> {
  const problems: Result[] = [];
  const names = await readdir(folder).catch(() => []);
  if (folderUseOf(folder, names) === 'other') return problems;
  for (const name of names) {
    const path = join(folder, name);
    const file = await lstat(path).catch(() => null);
    if (file === null || file.isSymbolicLink() || describeOpenness(path, file) === null) continue;
    problems.push(
      problem('file_readable', `the permissions of ${path} include other users of this machine`, {
        hint: 'Make it private.',
        // It gets the permissions of the home.
        command: isWindows ? toShellCommand('icacls', path, '/reset') : toShellCommand('chmod', 'go=', path),
      }),
    );
  }
  return problems;
}

/** Why it counts as accessible to others; null: it is private. */
function describeOpenness(path: string, { mode }: Stats, byList = isWindows): string | null {
  if (byList) return describeOthersAccess(path);
  return (mode & GROUP_OR_OTHERS) === 0 ? null : 'is readable by other users';
}
