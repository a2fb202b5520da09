/**
 * The owner of a seat: group names from the widest to the narrowest, e.g. `[application, process, origin]`. Owners in
 * one `ConnectionSeats` have the same number of names.
 */
export type SeatHolder = readonly string[];

export interface SeatOptions<T> {
  /** total number of seats */
  readonly total: number;
  /** seats of each group; all by default */
  readonly perGroup?: number;
  /** by how many names `perGroup` tells groups apart, by default one: it counts the widest */
  readonly perGroupNames?: number;
  /** closes an occupant that was displaced; its seat is already free */
  readonly evict: (occupant: T) => void;
}

/** The seats of one group. */
class Group<T> {
  count = 0;
  /** the number of the latest activity */
  lastActive = 0;
  readonly subgroups = new Map<string, Group<T>>();
  /** of the narrowest groups */
  readonly seats = new Set<Seat<T>>();
}

interface Seat<T> {
  readonly occupant: T;
  readonly holder: SeatHolder;
  /** the groups of the owner, the widest first */
  readonly groups: readonly Group<T>[];
  lastActive: number;
  isKept: boolean;
}

/**
 * A limited number of seats, of which a newcomer always gets one. If none is free, an occupant of the largest group is
 * displaced: within it of the largest subgroup, and so on, and there the least recently active one. A peer that takes
 * many seats therefore displaces its own connections and cannot lock out others
 * (docs/adr/0011-new-connections-displace-idle-ones.md).
 */
export class ConnectionSeats<T> {
  readonly #all = new Group<T>();
  readonly #seats = new Map<T, Seat<T>>();
  /**
   * Counts activities. Sorting seats by activity would cost more with each request than comparing all of a group when
   * one is displaced.
   */
  #activities = 0;

  constructor(private readonly options: SeatOptions<T>) {}

  /** The number of taken seats. */
  get taken(): number {
    return this.#all.count;
  }

  /** The occupants with their owners. */
  *occupants(): Iterable<[T, SeatHolder]> {
    for (const { occupant, holder } of this.#seats.values()) yield [occupant, holder];
  }

  has(occupant: T): boolean {
    return this.#seats.has(occupant);
  }

  /** Gives an occupant a seat, as the most recently active one. It may already have one under another owner. */
  take(occupant: T, holder: SeatHolder): void {
    const known = this.#seats.get(occupant);
    if (known !== undefined && isSameHolder(known.holder, holder)) {
      this.#refresh(known);
      return;
    }
    this.release(occupant);
    const newcomer = this.#add(occupant, holder);
    const { perGroup = Number.POSITIVE_INFINITY, total } = this.options;
    const limited = this.#limitedGroup(holder);
    if (limited !== null && limited.count > perGroup) this.#evictFrom(limited, newcomer);
    if (this.#all.count > total) this.#evictFrom(this.#all, newcomer);
  }

  /**
   * Gives an occupant a seat unless that would displace an occupant of its own widest group.
   *
   * @returns whether it got one
   */
  tryTake(occupant: T, holder: SeatHolder): boolean {
    const { perGroup = Number.POSITIVE_INFINITY, total } = this.options;
    if ((this.#limitedGroup(holder)?.count ?? 0) >= perGroup) return false;
    const own = this.#all.subgroups.get(holder[0] ?? '')?.count ?? 0;
    if (this.taken >= total && own >= largestOf(this.#all.subgroups).count) return false;
    this.take(occupant, holder);
    return true;
  }

  /** Marks an occupant as active; has no effect without a seat. */
  touch(occupant: T): void {
    const seat = this.#seats.get(occupant);
    if (seat !== undefined) this.#refresh(seat);
  }

  /**
   * Displaces an occupant after all others of its group, and of equally large groups its own last. Of several such ones the
   * newest goes first: who has kept a seat for long is not displaced by many newcomers.
   */
  keep(occupant: T): void {
    const seat = this.#seats.get(occupant);
    if (seat === undefined || seat.isKept) return;
    seat.isKept = true;
    this.#activities += 1;
    this.#rank(seat, Number.MAX_SAFE_INTEGER - this.#activities);
  }

  /** Releases an occupant's seat; has no effect without a seat. */
  release(occupant: T): void {
    const seat = this.#seats.get(occupant);
    if (seat === undefined) return;
    this.#seats.delete(occupant);
    this.#all.count -= 1;
    let group = this.#all;
    for (const [index, subgroup] of seat.groups.entries()) {
      subgroup.count -= 1;
      if (subgroup.count === 0) group.subgroups.delete(seat.holder[index] ?? '');
      group = subgroup;
    }
    group.seats.delete(seat);
  }

  #add(occupant: T, holder: SeatHolder): Seat<T> {
    let group = this.#all;
    group.count += 1;
    const groups = holder.map((name) => {
      const subgroup = group.subgroups.get(name) ?? new Group<T>();
      group.subgroups.set(name, subgroup);
      subgroup.count += 1;
      group = subgroup;
      return subgroup;
    });
    const seat: Seat<T> = { occupant, holder, groups, lastActive: 0, isKept: false };
    group.seats.add(seat);
    this.#seats.set(occupant, seat);
    this.#refresh(seat);
    return seat;
  }

  /** Marks an occupant and its groups as the most recently active. */
  #refresh(seat: Seat<T>): void {
    if (seat.isKept) return;
    this.#activities += 1;
    this.#rank(seat, this.#activities);
  }

  #rank(seat: Seat<T>, lastActive: number): void {
    seat.lastActive = lastActive;
    for (const group of seat.groups) group.lastActive = Math.max(group.lastActive, lastActive);
  }

  /** The group that `perGroup` counts; null if it has no seat. */
  #limitedGroup(holder: SeatHolder): Group<T> | null {
    let group: Group<T> | undefined = this.#all;
    for (const name of holder.slice(0, this.options.perGroupNames ?? 1)) group = group?.subgroups.get(name);
    return group ?? null;
  }

  #evictFrom(group: Group<T>, newcomer: Seat<T>): void {
    let largest = group;
    while (largest.subgroups.size > 0) largest = largestOf(largest.subgroups, newcomer.groups);
    const victim = leastRecentlyActive(largest.seats, newcomer);
    if (victim === null) return;
    this.release(victim.occupant);
    this.options.evict(victim.occupant);
  }
}

function isSameHolder(one: SeatHolder, other: SeatHolder): boolean {
  return one === other || (one.length === other.length && one.every((name, index) => name === other[index]));
}

function leastRecentlyActive<T>(seats: Iterable<Seat<T>>, newcomer: Seat<T>): Seat<T> | null {
  let found: Seat<T> | null = null;
  for (const seat of seats) {
    if (seat !== newcomer && (found === null || seat.lastActive < found.lastActive)) found = seat;
  }
  return found;
}

/**
 * The group with the most seats; of equally large ones the least recently active.
 *
 * @param active groups that are the most recently active, whatever is kept in others
 */
function largestOf<T>(groups: ReadonlyMap<string, Group<T>>, active: readonly Group<T>[] = []): Group<T> {
  let largest = new Group<T>();
  for (const group of groups.values()) {
    const isOlder = group.lastActive < largest.lastActive && !active.includes(group);
    const isNewer = active.includes(largest);
    if (group.count > largest.count || (group.count === largest.count && (isOlder || isNewer)))
      largest = group;
  }
  return largest;
}
