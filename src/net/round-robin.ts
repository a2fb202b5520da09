/** Items that wait: those of each group in order, and of one group after the other. */
export class RoundRobin<Item> {
  /** the group that is served next is the first */
  readonly #groups = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add(group: string, item: Item): void {
    const items = this.#groups.get(group);
    if (items === undefined) this.#groups.set(group, [item]);
    else items.push(item);
  }

  /**
   * Takes the next item.
   *
   * @param mayServe whether an item of a group may be taken; by default of each
   * @returns undefined if there is none
   */
  take(mayServe: (group: string) => boolean = () => true): Item | undefined {
    for (const [group, items] of this.#groups) {
      if (!mayServe(group)) continue;
      const item = items.shift();
      // Behind the other groups.
      this.#groups.delete(group);
      if (items.length > 0) this.#groups.set(group, items);
      return item;
    }
    return undefined;
  }
}
