/** How far a number may be behind the newest one; at 50 voice packets a second some ten seconds. */
export const REPLAY_WINDOW = 512;

/**
 * Accepts each number of a sender once, so that recorded messages cannot be sent again (as in SRTP, RFC 3711 §3.3.2). Numbers
 * may have so few bits that they start over; how often they did is estimated from the newest one.
 */
export class ReplayWindow {
  #newest: number | null = null;
  /** the numbers that were seen, each in the place of its remainder */
  readonly #seen = new Float64Array(REPLAY_WINDOW).fill(-1);
  readonly #period: number;

  /** @param bits of a number, at most 32 */
  constructor(bits: number) {
    this.#period = 2 ** bits;
  }

  /**
   * Must be called for authentic messages only.
   *
   * @returns whether the number is newer than all before; null if it is too old or was accepted already
   */
  accept(number: number): 'newest' | 'late' | null {
    const ahead = this.ahead(number);
    if (ahead === null) return null;
    const extended = this.#extend(number);
    this.#seen[extended % REPLAY_WINDOW] = extended;
    if (ahead > 0) this.#newest = extended;
    return ahead > 0 ? 'newest' : 'late';
  }

  /** How far a number is ahead of the newest one; negative: behind it. Null if it would not be accepted. */
  ahead(number: number): number | null {
    const extended = this.#extend(number);
    const newest = this.#newest ?? extended - 1;
    if (extended <= newest - REPLAY_WINDOW || this.#seen[extended % REPLAY_WINDOW] === extended) return null;
    return extended - newest;
  }

  /** The number closest to the newest one that ends in these bits. */
  #extend(number: number): number {
    const newest = this.#newest;
    // Starts one round later, so that numbers before the first one are not negative.
    if (newest === null) return this.#period + number;
    const round = newest - (newest % this.#period);
    const candidates = [round - this.#period, round, round + this.#period].map((start) => start + number);
    return candidates.reduce((best, one) => (Math.abs(one - newest) < Math.abs(best - newest) ? one : best));
  }
}
