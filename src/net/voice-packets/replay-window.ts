/** How far a packet may be behind the newest one, in packets; at 50 a second some ten seconds. */
const WINDOW = 512;
const SEQUENCES = 2 ** 16;

/**
 * Accepts each RTP sequence number once, so that recorded packets cannot be sent again (as in SRTP, RFC 3711 §3.3.2).
 * Sequence numbers have 16 bits; how often they started over is estimated from the newest one.
 */
export class ReplayWindow {
  #newest: number | null = null;
  /** the extended sequence numbers that were seen, each in the place of its remainder */
  readonly #seen = new Float64Array(WINDOW).fill(-1);

  /**
   * Must be called for authentic packets only.
   *
   * @returns whether the packet is newer than all before; null if it is too old or was accepted already
   */
  accept(sequence: number): 'newest' | 'late' | null {
    const extended = this.#extend(sequence);
    const newest = this.#newest ?? extended - 1;
    if (extended <= newest - WINDOW) return null;
    const place = extended % WINDOW;
    if (this.#seen[place] === extended) return null;
    this.#seen[place] = extended;
    this.#newest = Math.max(newest, extended);
    return extended > newest ? 'newest' : 'late';
  }

  /** The number closest to the newest one that ends in these 16 bits. */
  #extend(sequence: number): number {
    // Starts one round later, so that packets before the first one are not negative.
    if (this.#newest === null) return SEQUENCES + sequence;
    const round = this.#newest - (this.#newest % SEQUENCES);
    const candidates = [round - SEQUENCES, round, round + SEQUENCES].map((start) => start + sequence);
    const newest = this.#newest;
    return candidates.reduce((best, one) => (Math.abs(one - newest) < Math.abs(best - newest) ? one : best));
  }
}
