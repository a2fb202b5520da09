/**
 * Who holds a seat: group names from the widest to the narrowest, e.g. `[application, process, origin]`. Holders of one
 * `ConnectionSeats` have the same number of names.
 */
export type SeatHolder = readonly string[];

export interface SeatOptions<T> {
  /** seats in all */
  readonly total: number;
  /** seats of one group of the widest kind; by default all */
  readonly perGroup?: number;
  /** ends an occupant that lost its seat to a newcomer; its seat is free already */
  readonly evict: (occupant: T) => void;
}

/** The seats of one group of holders. */
class Group<T> {
  count = 0;
  /** the group that was inactive longest first */
  readonly subgroups = new Map<string, Group<T>>();
  /** occupants of the narrowest groups; the one that was inactive longest first */
  readonly occupants = new Set<T>();
}

/**
 * A limited number of seats that a newcomer always gets one of. Where none is free, the largest group pays: within it the
 * largest subgroup, and so on, and there the occupant that was inactive longest. A peer that takes many seats therefore
 * loses its own and keeps nobody else out (docs/adr/0016-newcomers-are-served.md).
 */
export class ConnectionSeats<T> {
  readonly #all = new Group<T>();
  readonly #holders = new Map<T, SeatHolder>();

  constructor(private readonly options: SeatOptions<T>) {}

  /** How many seats are taken. */
  get taken(): number {
    return this.#all.count;
  }

  /** Those who have a seat, with their holders. */
  occupants(): Iterable<[T, SeatHolder]> {
    return this.#holders.entries();
  }

  has(occupant: T): boolean {
    return this.#holders.has(occupant);
  }

  /** Gives an occupant a seat, as the most recently active one; it may have one under another holder already. */
  take(occupant: T, holder: SeatHolder): void {
    this.release(occupant);
    this.#holders.set(occupant, holder);
    const [all, ...groups] = this.#path(holder);
    for (const group of [all, ...groups]) group.count += 1;
    (groups.at(-1) ?? all).occupants.add(occupant);
    const { perGroup = Number.POSITIVE_INFINITY, total } = this.options;
    const [widest] = groups;
    if (widest !== undefined && widest.count > perGroup) this.#evictFrom(widest);
    if (all.count > total) this.#evictFrom(all);
  }

  /**
   * Gives an occupant a seat unless its own widest group would pay for it: such a newcomer is one too many of its group.
   *
   * @returns whether it got one
   */
  tryTake(occupant: T, holder: SeatHolder): boolean {
    const { perGroup = Number.POSITIVE_INFINITY, total } = this.options;
    const own = this.#all.subgroups.get(holder[0] ?? '')?.count ?? 0;
    if (own >= perGroup) return false;
    if (this.taken >= total && own >= largestOf(this.#all.subgroups).count) return false;
    this.take(occupant, holder);
    return true;
  }

  /** Marks an occupant as active; one without a seat stays without. */
  touch(occupant: T): void {
    const holder = this.#holders.get(occupant);
    if (holder !== undefined) this.take(occupant, holder);
  }

  /** Frees an occupant's seat; one without a seat has none to free. */
  release(occupant: T): void {
    const holder = this.#holders.get(occupant);
    if (holder === undefined) return;
    this.#holders.delete(occupant);
    this.#all.count -= 1;
    let group = this.#all;
    for (const name of holder) {
      const subgroup = group.subgroups.get(name);
      if (subgroup === undefined) return;
      subgroup.count -= 1;
      if (subgroup.count === 0) group.subgroups.delete(name);
      group = subgroup;
    }
    group.occupants.delete(occupant);
  }

  /** The groups of a holder from all to its narrowest, each moved behind its siblings as the most recently active. */
  #path(holder: SeatHolder): [Group<T>, ...Group<T>[]] {
    const path: [Group<T>, ...Group<T>[]] = [this.#all];
    let group = this.#all;
    for (const name of holder) {
      const subgroup = group.subgroups.get(name) ?? new Group<T>();
      group.subgroups.delete(name);
      group.subgroups.set(name, subgroup);
      path.push(subgroup);
      group = subgroup;
    }
    return path;
  }

  #evictFrom(group: Group<T>): void {
    let largest = group;
    while (largest.subgroups.size > 0) largest = largestOf(largest.subgroups);
    const [victim] = largest.occupants;
    if (victim === undefined) return;
    this.release(victim);
    this.options.evict(victim);
  }
}

/** The group with most seats; of groups of the same size the first one, which was inactive longest. */
function largestOf<T>(groups: ReadonlyMap<string, Group<T>>): Group<T> {
  let largest = new Group<T>();
  for (const group of groups.values()) if (group.count > largest.count) largest = group;
  return largest;
}
