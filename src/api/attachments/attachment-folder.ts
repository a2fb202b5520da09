import { type FileHandle, open, opendir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../platform/files/private-file.js';
import { syncFolder } from '../../platform/files/sync-folder.js';
import { isMissingFile, openRegularFile } from '../../platform/files/text-file.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';

/** The folder of attachments: each is a file of mode 0600 named by its id. */
export class AttachmentFolder {
  private constructor(private readonly path: string) {}

  /** Opens the folder, which is created if it does not exist. */
  static async open(path: string): Promise<AttachmentFolder> {
    await makePrivateFolder(path);
    await syncFolder(dirname(path));
    return new AttachmentFolder(path);
  }

  /** Creates a file. @throws if it exists */
  create(id: Snowflake): Promise<FileHandle> {
    return open(this.#fileOf(id), 'wx', 0o600);
  }

  /** Makes the names of created files durable; their content is synced when it is written. */
  sync(): Promise<void> {
    return syncFolder(this.path);
  }

  /** Opens a file for reading. @returns null if it does not exist */
  async read(id: Snowflake): Promise<FileHandle | null> {
    try {
      return await openRegularFile(this.#fileOf(id));
    } catch (error) {
      if (isMissingFile(error)) return null;
      throw error;
    }
  }

  /** Removes a file, if it exists. */
  remove(id: Snowflake): Promise<void> {
    return rm(this.#fileOf(id), { force: true });
  }

  /** The ids of all files. Other names in the folder are ignored: they are not the service's. */
  async *ids(): AsyncGenerator<Snowflake> {
    for await (const entry of await opendir(this.path)) {
      if (entry.isFile() && isSnowflake(entry.name)) yield entry.name;
    }
  }

  #fileOf(id: Snowflake): string {
    return join(this.path, id);
  }
}
