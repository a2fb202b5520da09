const AT_ONCE = 50;

/** Runs something for each item, for a limited number of them at a time. */
export async function inBatches<Item>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await Promise.all(items.slice(at, at + AT_ONCE).map((item, index) => run(item, at + index)));
  }
}
