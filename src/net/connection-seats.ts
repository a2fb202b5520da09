/**
 * The owner of a seat: group names from the widest to the narrowest, e.g. `[application, process, origin]`. Owners in
 * one `ConnectionSeats` have the same number of names.
 */
export type SeatHolder = readonly string[];

export interface SeatOptions<T> {
  /** total number of seats */
  readonly total: number;
  /** seats of each of the widest groups; all by default */
  readonly perGroup?: number;
  /** closes an occupant that was displaced; its seat is already free */
  readonly evict: (occupant: T) => void;
}

/** The seats of one group. */
class Group<T> {
  count = 0;
  /** the least recently active group first */
  readonly subgroups = new Map<string, Group<T>>();
  /** occupants of the narrowest groups; the least recently active one first */
  readonly occupants = new Set<T>();
}

/**
 * A limited number of seats, of which a newcomer always gets one. If none is free, an occupant of the largest group is
 * displaced: within it of the largest subgroup, and so on, and there the least recently active one. A peer that takes
 * many seats therefore displaces its own connections and cannot lock out others
 * (docs/adr/0016-new-connections-displace-idle-ones.md).
 */
export class ConnectionSeats<T> {
  readonly #all = new Group<T>();
  readonly #holders = new Map<T, SeatHolder>();
  /** the most recently active occupant; many frames in a row come from one */
  #latest: T | null = null;

  constructor(private readonly options: SeatOptions<T>) {}

  /** The number of taken seats. */
  get taken(): number {
    return this.#all.count;
  }

  /** The occupants with their owners. */
  occupants(): Iterable<[T, SeatHolder]> {
    return this.#holders.entries();
  }

  has(occupant: T): boolean {
    return this.#holders.has(occupant);
  }

  /** Gives an occupant a seat, as the most recently active one. It may already have one under another owner. */
  take(occupant: T, holder: SeatHolder): void {
    const known = this.#holders.get(occupant);
    if (known !== undefined && isSameHolder(known, holder)) {
      this.#refresh(occupant, known);
      return;
    }
    this.release(occupant);
    this.#latest = occupant;
    this.#holders.set(occupant, holder);
    this.#add(occupant, holder);
    const { perGroup = Number.POSITIVE_INFINITY, total } = this.options;
    const widest = this.#all.subgroups.get(holder[0] ?? '');
    if (widest !== undefined && widest.count > perGroup) this.#evictFrom(widest);
    if (this.#all.count > total) this.#evictFrom(this.#all);
  }

  /**
   * Gives an occupant a seat unless that would displace an occupant of its own widest group.
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

  /** Marks an occupant as active; has no effect without a seat. */
  touch(occupant: T): void {
    const holder = this.#holders.get(occupant);
    if (holder !== undefined) this.#refresh(occupant, holder);
  }

  /** Releases an occupant's seat; has no effect without a seat. */
  release(occupant: T): void {
    const holder = this.#holders.get(occupant);
    if (holder === undefined) return;
    if (this.#latest === occupant) this.#latest = null;
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

  /** Counts an occupant in the groups of its owner, each marked as the most recently active. */
  #add(occupant: T, holder: SeatHolder): void {
    let group = this.#all;
    group.count += 1;
    for (const name of holder) {
      let subgroup = group.subgroups.get(name);
      if (subgroup === undefined) {
        subgroup = new Group();
        group.subgroups.set(name, subgroup);
      } else moveToEnd(group.subgroups, name, subgroup);
      group = subgroup;
      group.count += 1;
    }
    group.occupants.add(occupant);
  }

  /** Marks an occupant and its groups as the most recently active. */
  #refresh(occupant: T, holder: SeatHolder): void {
    if (this.#latest === occupant) return;
    this.#latest = occupant;
    let group = this.#all;
    for (const name of holder) {
      const subgroup = group.subgroups.get(name);
      if (subgroup === undefined) return;
      moveToEnd(group.subgroups, name, subgroup);
      group = subgroup;
    }
    group.occupants.delete(occupant);
    group.occupants.add(occupant);
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

function isSameHolder(one: SeatHolder, other: SeatHolder): boolean {
  return one === other || (one.length === other.length && one.every((name, index) => name === other[index]));
}

function moveToEnd<T>(groups: Map<string, Group<T>>, name: string, group: Group<T>): void {
  if (groups.size === 1) return;
  groups.delete(name);
  groups.set(name, group);
}

/** The group with the most seats; of equally large ones the least recently active. */
function largestOf<T>(groups: ReadonlyMap<string, Group<T>>): Group<T> {
  let largest = new Group<T>();
  for (const group of groups.values()) if (group.count > largest.count) largest = group;
  return largest;
}
