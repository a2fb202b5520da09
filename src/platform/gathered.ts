/**
 * Makes one call of those that come within `ms` milliseconds, at the end of that time: a device that is plugged in shows
 * as several files and messages at once. The timer keeps no process alive.
 */
export function gathered(ms: number, callback: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      callback();
    }, ms).unref();
  };
}
