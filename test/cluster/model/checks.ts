import { GuildUnavailableError } from '#guildhall/cluster/requests/request-errors.js';
import { StoreError } from '#guildhall/store/errors.js';
import type { SimulatedDatabase } from './simulated-database.js';
import type { SimulatedProcess } from './simulation.js';

/** What clients were told, and whether it is so. */
export class Checks {
  /** the first violation that was found outside of `findViolation` */
  violation: string | null = null;
  /** how many requests were answered as carried out */
  done = 0;
  /** per guild, how many changes have been acknowledged */
  readonly #acknowledged = new Map<string, Set<string>>();
  /** answered as not carried out, each with the answer */
  readonly #denied = new Map<string, string>();
  readonly #paused = new Set<SimulatedProcess>();

  constructor(private readonly database: SimulatedDatabase) {}

  replied(guildId: string, key: string, answer: 'done' | 'refused'): void {
    if (answer === 'refused') {
      this.#denied.set(key, answer);
      return;
    }
    this.done += 1;
    const acknowledged = this.#acknowledged.get(guildId) ?? new Set();
    this.#acknowledged.set(guildId, acknowledged.add(key));
  }

  failed(_guildId: string, key: string, error: unknown): void {
    if (error instanceof GuildUnavailableError) this.#denied.set(key, 'unavailable');
    else if (!(error instanceof StoreError)) this.violation ??= `unexpected: ${String(error)}`;
  }

  /** The clock of a process may stand still from now on, so what it reads may be old. */
  stalled(process: SimulatedProcess): void {
    if (process.isClockPaused) this.#paused.add(process);
  }

  /** A node read a guild from its memory, if it might. */
  read(process: SimulatedProcess, guildId: string, value: number | null): void {
    if (value === null || this.#paused.has(process)) return;
    const keys = this.database.guilds.get(guildId)?.keys ?? [];
    const acknowledged = this.#acknowledged.get(guildId) ?? new Set();
    const known = keys.findLastIndex((key) => acknowledged.has(key)) + 1;
    if (value < known) {
      this.violation ??= `stale read: ${value} changes of guild ${guildId} instead of ${known}`;
    }
  }

  /** The first violation of what is stored. */
  findViolation(): string | null {
    for (const [guildId, changes] of this.database.changes) {
      const stale = changes.find(({ epoch, epochThen }) => epoch < epochThen);
      if (stale !== undefined) return `stale owner: ${stale.key} was stored with epoch ${stale.epoch}`;
      const gap = changes.findIndex(({ sequence }, index) => sequence !== index + 1);
      if (gap !== -1) return `sequence: number ${gap + 1} of guild ${guildId} is missing`;
      const keys = new Set(changes.map(({ key }) => key));
      if (keys.size !== changes.length) return `acted twice: a request changed guild ${guildId} twice`;
      if (this.database.guilds.get(guildId)?.value !== changes.length) {
        return `lost update: guild ${guildId} does not contain all of its ${changes.length} changes`;
      }
      for (const key of this.#acknowledged.get(guildId) ?? []) {
        if (!keys.has(key)) return `lost change: ${key} was acknowledged and is not stored`;
      }
      for (const [key, answer] of this.#denied) {
        if (keys.has(key)) return `${key} was answered as ${answer}, but it is stored`;
      }
    }
    return null;
  }
}
