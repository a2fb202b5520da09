import { setImmediate } from 'node:timers/promises';

/**
 * Works through many items in slices. Between two slices whatever else waits is handled, so that any number of
 * items delays others no longer than one slice.
 */
export async function inSlices<Item>(
  items: Iterable<Item>,
  size: number,
  work: (slice: readonly Item[]) => void,
): Promise<void> {
  let slice: Item[] = [];
  for (const item of items) {
    if (slice.length === size) {
      work(slice);
      await setImmediate();
      slice = [];
    }
    slice.push(item);
  }
  if (slice.length > 0) work(slice);
}
