import { type FSWatcher, statSync, watch } from 'node:fs';

/** How often to look for a folder that does not exist or cannot be watched, in milliseconds. */
const LOOK_INTERVAL_MS = 500;

/**
 * Calls back whenever a matching name appears, disappears or changes in a folder, until the returned function is
 * called. The folder itself may appear and disappear. Does not keep the process alive.
 */
export function watchNames(folder: string, matches: RegExp, changed: () => void): () => void {
  const names = new WatchedNames(folder, matches, changed);
  return () => names.stop();
}

class WatchedNames {
  readonly #timer: NodeJS.Timeout;
  #watcher: FSWatcher | null = null;
  /** the inode of the folder that is watched */
  #inode: number | null = null;

  constructor(
    private readonly folder: string,
    private readonly matches: RegExp,
    private readonly changed: () => void,
  ) {
    this.#follow();
    this.#timer = setInterval(() => {
      if (this.#follow()) changed();
    }, LOOK_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#close();
  }

  /** Watches the current folder. @returns whether it is a different one */
  #follow(): boolean {
    const current = inodeOf(this.folder);
    if (current === this.#inode) return false;
    this.#close();
    if (current === null) return true;
    try {
      this.#watcher = watch(this.folder, { persistent: false }, (_event, name) => {
        if (this.#follow() || name === null || this.matches.test(name)) this.changed();
      });
      // A folder that can no longer be watched is looked for again.
      this.#watcher.on('error', () => this.#close());
      this.#inode = current;
    } catch {
      this.#close();
    }
    return true;
  }

  #close(): void {
    this.#watcher?.close();
    this.#watcher = null;
    this.#inode = null;
  }
}

/** Null if it does not exist or cannot be looked at, e.g. because one that contains it became unreadable. */
function inodeOf(folder: string): number | null {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    return null;
  }
}
