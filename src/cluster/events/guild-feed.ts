import { BackOff } from '../../platform/async/back-off.js';
import { sleep } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry, GuildEntryStore } from '../../store/cluster.js';

/** The maximum number of entries that are kept while those before them are read. */
const MAX_AHEAD = 256;
/** The maximum number of entries that are read at once. */
const PAGE = 500;
/** Pauses after failed reads, in milliseconds. */
const PAUSES = { firstMs: 100, longestMs: 5000 };

export interface GuildFeedOptions {
  readonly guildId: Snowflake;
  /** the number of the last entry that is already known */
  readonly position: number;
  readonly entries: GuildEntryStore;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  /** called for each entry, once and in order */
  readonly deliver: (entry: GuildEntry) => void;
  /** called once if entries are no longer stored: what follows the guild has to load it again */
  readonly expired: () => void;
}

/**
 * The entries of one guild in order, whatever arrives of them: what is repeated is left out, and what is missing is read
 * from the store (docs/adr/0046-events-across-nodes.md). The table decides: if what arrived disagrees with it or with another
 * message, the table is read, and the feed ends if an entry was delivered that is not in it.
 */
export class GuildFeed {
  readonly guildId: Snowflake;
  #position: number;
  #head: number;
  readonly #ahead = new Map<number, GuildEntry>();
  readonly #delivered = new DeliveredTexts();
  #isReading = false;
  #isStopped = false;

  constructor(private readonly options: GuildFeedOptions) {
    this.guildId = options.guildId;
    this.#position = options.position;
    this.#head = options.position;
  }

  /** The number of the last entry that was delivered. */
  get position(): number {
    return this.#position;
  }

  /** How many entries are stored, as far as it knows, and not delivered. */
  get behind(): number {
    return this.#head - this.#position;
  }

  /** An entry arrived over the bus: in its turn, again, or before others. */
  received(entry: GuildEntry): void {
    if (this.#isStopped) return;
    const { sequence, text } = entry;
    if (sequence <= this.#position) {
      if (this.#delivered.differs(sequence, text)) void this.#compare(sequence);
      return;
    }
    const ahead = this.#ahead.get(sequence);
    if (ahead !== undefined && ahead.text !== text) this.#ahead.delete(sequence);
    else if (this.#ahead.size < MAX_AHEAD) this.#ahead.set(sequence, entry);
    this.#deliverAhead();
    this.reached(sequence);
  }

  /** The store was asked for the number of the newest entry. @param before the position when it was asked */
  stored(head: number, before: number): void {
    this.#delivered.expireOldest();
    if (head < before) this.#end('an entry of a guild arrived that is not stored');
    else this.reached(head);
  }

  /** The store has entries up to a number. */
  reached(sequence: number): void {
    this.#head = Math.max(this.#head, sequence);
    if (!this.#isStopped && !this.#isReading && this.#head > this.#position) void this.#readMissing();
  }

  /** Nothing more is delivered. */
  stop(): void {
    this.#isStopped = true;
    this.#ahead.clear();
  }

  async #readMissing(): Promise<void> {
    const { clock, entries, guildId, log } = this.options;
    const backOff = new BackOff(PAUSES);
    this.#isReading = true;
    while (!this.#isStopped && this.#head > this.#position) {
      try {
        const [from, head] = [this.#position, this.#head];
        const found = await entries.after(guildId, from, PAGE);
        this.#take(found);
        if (found.length === 0 && this.#position === from) await this.#checkHead(from, head);
        backOff.reset();
      } catch (error) {
        log.warn({ err: error, guild: guildId }, 'failed to read missing entries of a guild');
        await sleep(clock, backOff.next());
      }
    }
    this.#isReading = false;
  }

  /** Nothing is stored after the position. @param head the number that was reported before */
  async #checkHead(from: number, head: number): Promise<void> {
    const { entries, guildId } = this.options;
    const stored = (await entries.heads([guildId])).get(guildId) ?? 0;
    if (this.#isStopped || this.#position !== from) return;
    // An entry with this number was stored, and is no longer; otherwise the number is wrong.
    if (stored >= head) {
      this.#expire();
      return;
    }
    this.#head = Math.max(stored, from);
    // In place of these, entries will be stored that have not arrived yet.
    for (const sequence of this.#ahead.keys()) if (sequence > this.#head) this.#ahead.delete(sequence);
  }

  /** Another entry arrived for a number that was delivered. */
  async #compare(sequence: number): Promise<void> {
    const { entries, guildId, log } = this.options;
    try {
      const [stored] = await entries.after(guildId, sequence - 1, 1);
      if (stored?.sequence !== sequence || !this.#delivered.differs(sequence, stored.text)) return;
      this.#end('an entry of a guild arrived that differs from the stored one');
    } catch (error) {
      log.warn({ err: error, guild: guildId, sequence }, 'failed to compare an entry of a guild');
    }
  }

  #end(reason: string): void {
    if (this.#isStopped) return;
    this.options.log.error({ guild: this.guildId }, reason);
    this.#expire();
  }

  /** Delivers what was read; meanwhile some of it may have arrived. */
  #take(found: readonly GuildEntry[]): void {
    if (this.#isStopped) return;
    for (const entry of found) if (entry.sequence > this.#position) this.#ahead.set(entry.sequence, entry);
    this.#deliverAhead();
    const [first] = found;
    if (first !== undefined && first.sequence > this.#position + 1) this.#expire();
  }

  #expire(): void {
    this.stop();
    this.options.expired();
  }

  #deliverAhead(): void {
    for (;;) {
      const next = this.#ahead.get(this.#position + 1);
      if (next === undefined || this.#isStopped) return;
      this.#ahead.delete(next.sequence);
      this.#position = next.sequence;
      this.#delivered.add(next);
      this.options.deliver(next);
    }
  }
}

/** The texts of entries of a guild that were delivered recently, i.e. since one of the newest two calls of `expireOldest`. */
class DeliveredTexts {
  #newer = new Map<number, string>();
  #older = new Map<number, string>();

  add({ sequence, text }: GuildEntry): void {
    this.#newer.set(sequence, text);
  }

  /** Whether an entry was delivered recently with another text. */
  differs(sequence: number, text: string): boolean {
    const delivered = this.#newer.get(sequence) ?? this.#older.get(sequence);
    return delivered !== undefined && delivered !== text;
  }

  expireOldest(): void {
    if (this.#newer.size === 0 && this.#older.size === 0) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
