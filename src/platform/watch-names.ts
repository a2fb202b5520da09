import { type FSWatcher, statSync, watch } from 'node:fs';

/** How often a folder is looked for that is not there, or that cannot be watched, in milliseconds. */
const LOOK_INTERVAL_MS = 500;

/**
 * Calls back whenever a name that matches comes, goes or changes in a folder, until the returned function is called. The
 * folder itself may come and go. Keeps no process alive.
 */
export function watchNames(folder: string, matches: RegExp, changed: () => void): () => void {
  let watcher: FSWatcher | null = null;
  let watched: number | null = null;
  const close = () => {
    watcher?.close();
    watcher = null;
    watched = null;
  };
  /** Watches the folder that is there now. @returns whether it is another than before */
  const follow = (): boolean => {
    const current = inodeOf(folder);
    if (current === watched) return false;
    close();
    if (current === null) return true;
    try {
      watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (follow() || name === null || matches.test(name)) changed();
      });
      // One that cannot be watched any more is looked for again.
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
