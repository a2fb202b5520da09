import { type FSWatcher, statSync, watch } from 'node:fs';

/** How often to look for a folder that does not exist or cannot be watched, in milliseconds. */
const LOOK_INTERVAL_MS = 500;

/**
 * Calls back whenever a matching name appears, disappears or changes in a folder, until the returned function is
 * called. The folder itself may appear and disappear. Does not keep the process alive.
 */
export function watchNames(folder: string, matches: RegExp, changed: () => void): () => void {
  let watcher: FSWatcher | null = null;
  let watched: number | null = null;
  const close = () => {
    watcher?.close();
    watcher = null;
    watched = null;
  };
  /** Watches the current folder. @returns whether it is another one than before */
  const follow = (): boolean => {
    const current = inodeOf(folder);
    if (current === watched) return false;
    close();
    if (current === null) return true;
    try {
      watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (follow() || name === null || matches.test(name)) changed();
      });
      // A folder that can no longer be watched is looked for again.
      watcher.on('error', close);
      watched = current;
    } catch {
      close();
    }
    return true;
  };
  follow();
  const timer = setInterval(() => {
    if (follow()) changed();
  }, LOOK_INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    close();
  };
}

function inodeOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.ino ?? null;
}
