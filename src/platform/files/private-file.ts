import { chmod, type FileHandle, mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../errors.js';
import { createFolder } from './create-folder.js';
import { syncFolder } from './sync-folder.js';
import { createFile, isExistingFile, isMissingFile, replaceFile } from './text-file.js';
import { restrictAccess } from './windows-access.js';

/** Creates a folder that only its owner can read (mode 0700), with its parents. One that exists is left as it is. */
export async function makePrivateFolder(path: string): Promise<void> {
  await createFolder(path, 0o700);
}

/** Makes a file or folder private that exists; on Windows, where modes have no effect, by access control. */
export async function restrictToOwner(path: string, mode: 0o600 | 0o700): Promise<void> {
  if (process.platform === 'win32') restrictAccess(path);
  else await chmod(path, mode);
}

/**
 * Creates a file that only its owner can read (mode 0600, on Windows by access control), wherever it is.
 *
 * @throws {NodeJS.ErrnoException} e.g. with EEXIST: nothing is replaced
 */
export function createPrivateFile(path: string): Promise<FileHandle> {
  return createFile(path, 0o600);
}

/**
 * Creates a folder that only its owner can read (mode 0700) in one that exists; one that exists is left as it is. Where a home
 * was moved or removed, nothing is created in its old place.
 */
export async function makePrivateSubfolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!isExistingFile(error) || !(await stat(path)).isDirectory()) throw error;
  }
}

/** Replaces a file that only its owner can read (mode 0600) atomically and durably. Its folder must exist. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await replaceFile(path, text, 0o600);
  await syncFolder(dirname(path));
}

/** Removes a file for good, which takes no space on the disk. @throws if that fails */
export async function removePrivateFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** A folder as it was opened: after it was moved or removed, its path may lead to another one, or to none. */
export class OpenedFolder {
  private constructor(
    private readonly path: string,
    private readonly identity: string,
  ) {}

  /** @throws if there is no such folder */
  static async open(path: string): Promise<OpenedFolder> {
    return new OpenedFolder(path, await identityOf(path));
  }

  /** Whether its path leads to it. */
  async isInPlace(): Promise<boolean> {
    try {
      return (await identityOf(this.path)) === this.identity;
    } catch (error) {
      if (isMissingFile(error)) return false;
      throw error;
    }
  }

  /** @throws {UserError} if its path no longer leads to it */
  async requireInPlace(): Promise<void> {
    if (await this.isInPlace()) return;
    throw new UserError(
      `the folder ${this.path} was moved or removed while Guildhall was running`,
      'Stop Guildhall, move the folder back, and start it again.',
    );
  }
}

/** Device and inode of what a path leads to. @throws if there is nothing */
export async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev} ${ino}`;
}

/** Writes one private file repeatedly, in the order of the calls, so that the newest text wins. */
export class PrivateFileWriter {
  #last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly folder: OpenedFolder,
  ) {}

  /** @param path in a folder that exists; before each write it is checked that its path still leads to this folder */
  static async open(path: string): Promise<PrivateFileWriter> {
    return new PrivateFileWriter(path, await OpenedFolder.open(dirname(path)));
  }

  /**
   * @throws if the file cannot be written, e.g. because the disk is full or the folder was moved; later writes are attempted
   *   nevertheless
   */
  write(text: string): Promise<void> {
    return this.#enqueue(() => writePrivateFile(this.path, text));
  }

  /** Removes the file after all writes so far. @throws if that fails, e.g. because the folder was moved, with the file */
  remove(): Promise<void> {
    return this.#enqueue(() => removePrivateFile(this.path));
  }

  /** Resolves when all writes so far have ended, whether or not they failed. */
  async flush(): Promise<void> {
    await this.#last.catch(() => {});
  }

  #enqueue(change: () => Promise<void>): Promise<void> {
    const run = async () => {
      await this.folder.requireInPlace();
      await change();
    };
    this.#last = this.#last.then(run, run);
    return this.#last;
  }
}
