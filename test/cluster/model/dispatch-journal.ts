import type { Snowflake } from '#guildhall/protocol/snowflake.js';

/** The last entry of each guild that a session received. */
export type Positions = ReadonlyMap<Snowflake, number>;

interface Dispatched {
  readonly guildId: Snowflake;
  readonly sequence: number;
}

/** A journal as it is stored. */
export interface JournalRecord {
  /** the number of the session's event before the first of `events` */
  readonly base: number;
  /** the positions then */
  readonly positions: readonly (readonly [Snowflake, number])[];
  /** the entry that each event of the session came from; null: from none */
  readonly events: readonly (Dispatched | null)[];
}

/**
 * Which entry of which guild each of a session's latest events came from, so that the session can be continued on another
 * node from the number that its client names (docs/adr/0046-events-across-nodes.md).
 */
export class DispatchJournal {
  #base: number;
  readonly #positions: Map<Snowflake, number>;
  readonly #events: (Dispatched | null)[];

  /** @param most how many events are kept */
  constructor(
    private readonly most: number,
    { base, positions, events }: JournalRecord = { base: 0, positions: [], events: [] },
  ) {
    this.#base = base;
    this.#positions = new Map(positions);
    this.#events = [...events];
  }

  /** The number of the newest event of the session; 0 before the first. */
  get last(): number {
    return this.#base + this.#events.length;
  }

  /** The session received the next event. @param from its entry; null: it came from none, as READY does */
  dispatched(from: Dispatched | null): void {
    this.#events.push(from);
    while (this.#events.length > this.most) {
      const oldest = this.#events.shift();
      this.#base += 1;
      if (oldest) this.#positions.set(oldest.guildId, oldest.sequence);
    }
  }

  /** The positions after an event of the session; null if that is no longer, or not yet, known. */
  positionsAt(event: number): Positions | null {
    if (event < this.#base || event > this.last) return null;
    const positions = new Map(this.#positions);
    for (const from of this.#events.slice(0, event - this.#base)) {
      if (from !== null) positions.set(from.guildId, from.sequence);
    }
    return positions;
  }

  toRecord(): JournalRecord {
    return { base: this.#base, positions: [...this.#positions], events: [...this.#events] };
  }
}
