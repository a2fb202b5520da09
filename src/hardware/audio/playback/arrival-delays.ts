/** How long packets of a new speaker are buffered, in milliseconds: two frames. */
const FIRST_TARGET_MS = 40;
const MIN_TARGET_MS = 20;
const MAX_TARGET_MS = 500;
/** The fraction of packets that arrives within the target. */
const IN_TIME = 0.97;
/** The width of a bin of the histogram, in milliseconds. */
const BIN_MS = 10;
/** Between the arrival of a packet and its playback, for the unsteady pace of the output, in milliseconds. */
const MARGIN_MS = 10;
/** The number of packets that the delays which are assumed at first count as: none, and those of FIRST_TARGET_MS. */
const FIRST_WEIGHT = 10;
/** The number of packets after which what arrived before counts half as much: five seconds. */
const HALF_LIFE = 250;
/** How long the fastest packet is the reference, twice at most, in milliseconds: clocks of sender and receiver drift. */
const REFERENCE_MS = 5000;
/** The fraction of packets that is faster than what counts as the least delay. */
const FASTEST = 1 / HALF_LIFE;

/**
 * How much later than the fastest one packets of a speaker arrive, and how long they must be buffered so that at most
 * 3 % come too late. It grows within some packets, and shrinks within seconds.
 */
export class ArrivalDelays {
  /** the fraction of packets by delay */
  readonly #weights = new Float64Array(MAX_TARGET_MS / BIN_MS);
  #count = FIRST_WEIGHT;
  #target = FIRST_TARGET_MS;
  #reference = Number.POSITIVE_INFINITY;
  /** the smallest transit time of now and of the interval before */
  #fastest = Number.POSITIVE_INFINITY;
  #fastestBefore = Number.POSITIVE_INFINITY;
  #since = 0;
  /** packets since the restart */
  #packets = 0;

  constructor() {
    this.#weights[0] = 0.5;
    this.#weights[(FIRST_TARGET_MS - MARGIN_MS) / BIN_MS - 1] = 0.5;
  }

  /**
   * The transit time of the fastest recent packet, in milliseconds: time of arrival minus time in the stream. After a
   * restart, as long as few packets have arrived, that of the fastest one to be expected.
   */
  get reference(): number {
    return this.#reference;
  }

  /** The transit time that a packet most likely has, in milliseconds. */
  get usual(): number {
    return this.#reference + this.#leastDelay(1);
  }

  /** How long to buffer, from the arrival of the fastest packet on, in milliseconds: 20–500. */
  get target(): number {
    return this.#target;
  }

  /** Begins with another reference: after a pause the times in the stream may have stood still. @param now in milliseconds */
  restart(transit: number, now: number): void {
    this.#fastest = transit;
    this.#fastestBefore = Number.POSITIVE_INFINITY;
    this.#since = now;
    this.#packets = 1;
    this.#updateReference();
  }

  /** A packet arrived. @param now in milliseconds */
  observe(transit: number, now: number): void {
    if (now - this.#since >= REFERENCE_MS || now < this.#since) {
      this.#fastestBefore = this.#fastest;
      this.#fastest = transit;
      this.#since = now;
    }
    this.#fastest = Math.min(this.#fastest, transit);
    this.#packets += 1;
    this.#updateReference();
    this.#count = Math.min(this.#count + 1, HALF_LIFE / Math.LN2);
    const weights = this.#weights;
    const bin = Math.min(weights.length - 1, Math.floor((transit - this.#reference) / BIN_MS));
    const share = 1 / this.#count;
    for (const [index, weight] of weights.entries()) {
      weights[index] = weight * (1 - share) + (index === bin ? share : 0);
    }
    this.#target = this.#measureTarget();
  }

  #updateReference(): void {
    this.#reference = Math.min(this.#fastest, this.#fastestBefore) - this.#leastDelay(this.#packets);
  }

  /** The delay of the fastest of some packets, as far as the delays so far tell, in milliseconds. */
  #leastDelay(packets: number): number {
    return Math.max(0, this.#binOf(1 / (packets + 1)) - this.#binOf(FASTEST)) * BIN_MS;
  }

  #measureTarget(): number {
    return clamp((this.#binOf(IN_TIME) + 1) * BIN_MS + MARGIN_MS);
  }

  /** The bin up to which there is this fraction of packets. */
  #binOf(fraction: number): number {
    let sum = 0;
    return this.#weights.findIndex((weight) => {
      sum += weight;
      return sum >= fraction;
    });
  }
}

function clamp(target: number): number {
  return Math.max(MIN_TARGET_MS, Math.min(MAX_TARGET_MS, target));
}
