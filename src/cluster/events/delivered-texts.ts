import type { GuildEntry } from '../../store/cluster.js';

/** The texts of entries of a guild that were delivered lately, i.e. since one of the newest two calls of `age`. */
export class DeliveredTexts {
  #newer = new Map<number, string>();
  #older = new Map<number, string>();

  add({ sequence, text }: GuildEntry): void {
    this.#newer.set(sequence, text);
  }

  /** Whether an entry was delivered lately with another text. */
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
