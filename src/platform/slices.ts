import { setImmediate } from 'node:timers/promises';

/**
 * Works through a long list in slices. Between two slices whatever else waits is handled, so that a list of any length
 * delays others no longer than one slice.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  work: (slice: readonly Item[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate();
    work(items.slice(start, start + size));
  }
}
