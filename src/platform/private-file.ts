import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from './create-folder.js';
import { syncFolder } from './sync-folder.js';
import { replaceFile } from './text-file.js';

/** Creates a folder that only its owner can read (mode 0700), with its parents. */
export async function makePrivateFolder(path: string): Promise<void> {
  await createFolder(path, 0o700);
}

/** Replaces a file that only its owner can read (mode 0600) atomically and durably; creates its folder if necessary. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  await replaceFile(path, text, 0o600);
  await syncFolder(dirname(path));
}

/** Removes a file for good, which takes no space on the disk. @throws if that fails */
export async function removePrivateFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** Writes one private file repeatedly, in the order of the calls, so that the newest text wins. */
export class PrivateFileWriter {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly path: string) {}

  /** @throws if the file cannot be written, e.g. because the disk is full; later writes are attempted nevertheless */
  write(text: string): Promise<void> {
    const write = () => writePrivateFile(this.path, text);
    this.#last = this.#last.then(write, write);
    return this.#last;
  }

  /** Removes the file after all writes so far. @throws if that fails */
  remove(): Promise<void> {
    const remove = () => removePrivateFile(this.path);
    this.#last = this.#last.then(remove, remove);
    return this.#last;
  }

  /** Resolves when all writes so far have ended, whether or not they failed. */
  async flush(): Promise<void> {
    await this.#last.catch(() => {});
  }
}
