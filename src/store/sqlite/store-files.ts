import { type Stats, statSync } from 'node:fs';

type Seen = Pick<Stats, 'dev' | 'ino' | 'size'>;

/**
 * The files of a store that is open. SQLite writes into files that it opened once, even if they were removed or replaced
 * since; the next start would not find what is written then.
 */
export class StoreFiles {
  /** by path, as they were when they were looked at last */
  readonly #seen = new Map<string, Seen>();

  /** @param path the database, which was read from and so has a log next to it */
  constructor(path: string) {
    for (const file of [path, `${path}-wal`]) this.#seen.set(file, statSync(file));
  }

  /**
   * What another program did to them since the last call; null: nothing. It asks for inodes that are in memory because they
   * are open, which takes microseconds.
   */
  findChange(): string | null {
    for (const [path, seen] of this.#seen) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) return `${path} was moved or removed`;
      if (found.ino !== seen.ino || found.dev !== seen.dev) return `${path} was replaced`;
      // Without VACUUM and limits of the log SQLite shortens neither of them.
      if (found.size < seen.size) return `${path} was truncated`;
      this.#seen.set(path, found);
    }
    return null;
  }
}
