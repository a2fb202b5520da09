import { link, lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../platform/errors.js';
import { hasCode } from '../../../platform/files/text-file.js';
import type { Logger } from '../../../platform/log.js';
import { IPC_NAMES } from '../../../protocol/rpc/ipc.js';

/** Where sandboxed programs look, below the folder of sockets: those of Flatpak, and those of Snap. */
const LINKED_FOLDERS = ['app/com.discordapp.Discord', 'snap.discord'] as const;

interface Link {
  readonly path: string;
  readonly inode: number;
}

/**
 * Further names of a socket in folders that sandboxes show to their programs (docs/rpc.md, IPC). They are hard links, because a sandbox
 * does not show what a symbolic link points to.
 */
export class IpcLinks {
  #links: Link[] = [];
  /** folders that were created here, the innermost first */
  #created: string[] = [];

  constructor(
    readonly socketPath: string,
    private readonly log: Logger,
  ) {}

  get paths(): string[] {
    return this.#links.map(({ path }) => path);
  }

  /** Links the socket in each folder under its first free name; a folder where that is impossible is logged and left out. */
  async create(): Promise<void> {
    const { socketPath } = this;
    const { ino: inode } = await lstat(socketPath);
    for (const folder of LINKED_FOLDERS) {
      try {
        await this.#createFolder(folder);
        const path = await linkFirstFree(socketPath, join(dirname(socketPath), folder));
        if (path !== null) this.#links.push({ path, inode });
      } catch (error) {
        this.log.warn({ folder, reason: messageOf(error) }, 'no link to the socket of IPC');
      }
    }
  }

  /** Removes the links that are still its own, and then the folders that it created, if they are empty. */
  async remove(): Promise<void> {
    for (const { inode, path } of this.#links.splice(0)) {
      const found = await lstat(path).catch(() => null);
      if (found?.isSocket() === true && found.ino === inode) await rm(path, { force: true });
    }
    for (const folder of this.#created.splice(0)) await rmdir(folder).catch(() => {});
  }

  /** Each folder on the way must be a real one of this user. */
  async #createFolder(folder: string): Promise<void> {
    let path = dirname(this.socketPath);
    for (const part of folder.split('/')) {
      path = join(path, part);
      const isCreated = await mkdir(path, { mode: 0o700 }).then(
        () => true,
        (error: unknown) => {
          if (hasCode(error, 'EEXIST')) return false;
          throw error;
        },
      );
      if (isCreated) this.#created.unshift(path);
      if (!(await isOwnFolder(path))) throw new ForeignFolderError(`${path} is not a folder of this user`);
    }
  }
}

/** The folders of links that exist below a folder, without those that others could lead elsewhere. */
export async function findLinkedFolders(below: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of LINKED_FOLDERS) {
    let path = below;
    const steps = folder.split('/').map((part) => {
      path = join(path, part);
      return path;
    });
    const areOwn = await Promise.all(steps.map(isOwnFolder));
    if (areOwn.every(Boolean)) found.push(path);
  }
  return found;
}

/** Whether a path is a folder of this user and no link: in a shared folder, others make links to any place. */
async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

/** Somebody else made a folder of links. */
class ForeignFolderError extends Error {
  override readonly name = 'ForeignFolderError';
}

/** @returns null if all names are taken; files of others are never replaced */
async function linkFirstFree(socketPath: string, folder: string): Promise<string | null> {
  for (const name of IPC_NAMES) {
    const path = join(folder, name);
    try {
      await link(socketPath, path);
      return path;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return null;
}
