import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.js';
import { createPrivate } from './windows-access.js';

/** Windows has no such files to wait for. */
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const GROUP_AND_OTHERS = 0o077;
/** How often, and after how many milliseconds each, it is tried to replace a file that is in use. */
const MAX_RENAMES = 100;
const RENAME_INTERVAL_MS = 20;
/** What opening a socket fails with, and opening a named pipe for writing that nobody reads. */
const NO_READER = 'ENXIO';

/**
 * Opens a file of a home. A named pipe in its place would be waited for forever, and a device may have no end, so both
 * are refused at once.
 *
 * @param flags of `open` besides that it does not wait, by default those to read
 * @param mode permissions of a file that is created
 * @throws {UserError} it is neither a file nor a folder
 * @throws {NodeJS.ErrnoException} it cannot be opened; a folder is refused when it is read
 */
export async function openRegularFile(
  path: string,
  flags: number = constants.O_RDONLY,
  mode?: number,
): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, flags | NONBLOCK, mode);
  } catch (error) {
    if (!hasCode(error, NO_READER)) throw error;
    throw new UserError(`${path} is a named pipe or a socket, not a file`, 'Move it away.');
  }
  try {
    const found = await file.stat();
    if (found.isFile() || found.isDirectory()) return file;
    throw new UserError(describeSpecialFile(path, found), 'Move it away.');
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Says what is in place of a file. */
export function describeSpecialFile(path: string, found: Stats): string {
  const isDevice = found.isCharacterDevice() || found.isBlockDevice();
  if (found.isFIFO()) return `${path} is a named pipe, not a file`;
  return isDevice ? `${path} is a device, not a file` : `${path} is not a regular file`;
}

/** The content of a file that is opened by `openRegularFile`. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The text of a file, in UTF-8 by default, or null if it does not exist. @throws {UserError} it is a named pipe or a device */
export async function readFileIfExists(
  path: string,
  encoding: BufferEncoding = 'utf8',
): Promise<string | null> {
  try {
    return (await readRegularFile(path)).toString(encoding);
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

/** Whether there is a file, folder or link of this name. */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
}

/** Whether a file could not be opened because it does not exist, or a folder of its path does not. */
export function isMissingFile(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');
}

/** Whether a file could not be created because there is something of its name. */
export function isExistingFile(error: unknown): boolean {
  return hasCode(error, 'EEXIST');
}

/**
 * Creates a file for writing. One that only its owner can read is so from the start, on Windows by access control.
 *
 * @throws {NodeJS.ErrnoException} e.g. with EEXIST: nothing is replaced
 */
export async function createFile(path: string, mode: number): Promise<FileHandle> {
  if (process.platform !== 'win32' || (mode & GROUP_AND_OTHERS) !== 0) return open(path, 'wx', mode);
  createPrivate(path, 'file');
  return open(path, 'r+');
}

/**
 * Replaces a file atomically: after a crash it contains either the old or the new content.
 *
 * @param mode permissions of the file, regardless of the umask
 */
export async function replaceFile(path: string, content: string | Buffer, mode: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await createFile(temporary, mode);
    try {
      // open() applies the umask to the mode.
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Renames a file to one that may exist, on Windows also to one that another program has open for a moment, e.g. to scan it. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let left = MAX_RENAMES; ; left -= 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (left === 1 || !isInUse(error)) throw error;
      await sleep(RENAME_INTERVAL_MS);
    }
  }
}

/** Whether a file could perhaps not be replaced because a program has it open, which only Windows refuses. */
export function isInUse(error: unknown): boolean {
  return process.platform === 'win32' && ['EACCES', 'EBUSY', 'EPERM'].some((code) => hasCode(error, code));
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
