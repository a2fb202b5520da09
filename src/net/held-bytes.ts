/** What the holders of one group have. */
interface Group<Holder> {
  bytes: number;
  /** the oldest first */
  readonly holders: Map<Holder, number>;
}

/**
 * Limits the bytes that all holders keep in memory together: beyond the limit, the oldest one of the group with the most bytes
 * ends. So nobody is displaced by a group that has less.
 */
export class HeldBytes<Holder> {
  readonly #groups = new Map<string, Group<Holder>>();
  /** the names of their groups */
  readonly #names = new Map<Holder, string>();
  #total = 0;

  /**
   * @param most the maximum number of bytes
   * @param end ends a holder, which is already forgotten
   */
  constructor(
    private readonly most: number,
    private readonly end: (holder: Holder) => void,
  ) {}

  has(holder: Holder): boolean {
    return this.#names.has(holder);
  }

  /** Notes what a holder keeps now. @param name of its group; the one that it is in by default */
  note(holder: Holder, bytes: number, name = this.#names.get(holder) ?? ''): void {
    if (bytes === 0 || this.#names.get(holder) !== name) this.forget(holder);
    if (bytes === 0) return;
    const group = this.#groups.get(name) ?? { bytes: 0, holders: new Map() };
    const added = bytes - (group.holders.get(holder) ?? 0);
    this.#groups.set(name, group);
    this.#names.set(holder, name);
    group.holders.set(holder, bytes);
    group.bytes += added;
    this.#total += added;
    while (this.#total > this.most) this.#endOne();
  }

  /** Moves a holder that keeps something to another group. */
  move(holder: Holder, name: string): void {
    const bytes = this.#groups.get(this.#names.get(holder) ?? '')?.holders.get(holder);
    if (bytes !== undefined) this.note(holder, bytes, name);
  }

  /** The holder keeps nothing. */
  forget(holder: Holder): void {
    const name = this.#names.get(holder);
    const group = name === undefined ? undefined : this.#groups.get(name);
    if (name === undefined || group === undefined) return;
    const bytes = group.holders.get(holder) ?? 0;
    this.#names.delete(holder);
    group.holders.delete(holder);
    group.bytes -= bytes;
    this.#total -= bytes;
    if (group.holders.size === 0) this.#groups.delete(name);
  }

  #endOne(): void {
    let largest: Group<Holder> | null = null;
    for (const group of this.#groups.values()) {
      if (largest === null || group.bytes > largest.bytes) largest = group;
    }
    for (const holder of largest?.holders.keys() ?? []) {
      this.forget(holder);
      this.end(holder);
      return;
    }
  }
}
