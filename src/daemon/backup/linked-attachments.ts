import { copyFile, link, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateSubfolder } from '../../platform/files/private-file.js';
import { isMissingFile } from '../../platform/files/text-file.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/**
 * Files of messages as they were during a backup: hard links keep them when the daemon removes them with their message.
 * Where there are no hard links, they are copied.
 */
export class LinkedAttachments {
  readonly #linked = new Set<Snowflake>();

  private constructor(
    private readonly from: string,
    private readonly folder: string,
  ) {}

  /** @param folder for the links, in the same file system; what a killed backup left in it is removed */
  static async create(from: string, folder: string): Promise<LinkedAttachments> {
    await rm(folder, { recursive: true, force: true });
    await makePrivateSubfolder(folder);
    return new LinkedAttachments(from, folder);
  }

  /** Keeps these files. @returns those that do not exist */
  async keep(ids: Iterable<Snowflake>): Promise<Snowflake[]> {
    const missing: Snowflake[] = [];
    for (const id of ids) {
      if (this.#linked.has(id)) continue;
      if (await this.#link(id)) this.#linked.add(id);
      else missing.push(id);
    }
    return missing;
  }

  pathOf(id: Snowflake): string {
    return join(this.folder, id);
  }

  async sizeOf(id: Snowflake): Promise<number> {
    return (await stat(this.pathOf(id))).size;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @returns whether the file exists */
  async #link(id: Snowflake): Promise<boolean> {
    const [from, to] = [join(this.from, id), this.pathOf(id)];
    try {
      await link(from, to).catch((error: unknown) => {
        if (isMissingFile(error)) throw error;
        return copyFile(from, to);
      });
      return true;
    } catch (error) {
      if (isMissingFile(error)) return false;
      throw error;
    }
  }
}
