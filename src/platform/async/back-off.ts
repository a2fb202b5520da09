export interface BackOffLimits {
  /** the first delay, in milliseconds */
  readonly firstMs: number;
  /** the longest delay, in milliseconds */
  readonly longestMs: number;
}

/** Exponential back-off: each delay is twice as long as the one before, up to a maximum. */
export class BackOff {
  #failures = 0;

  /**
   * @param random from 0 to 1; delays vary by a quarter with it, so that clients that failed together do not return
   * together
   */
  constructor(
    private readonly limits: BackOffLimits,
    private readonly random: () => number = () => 0.5,
  ) {}

  /** The number of failures since the start or the last reset. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure. @param firstMs the first delay after this kind of failure @returns milliseconds to wait */
  next(firstMs = this.limits.firstMs): number {
    const pause = Math.min(firstMs * 2 ** this.#failures, this.limits.longestMs);
    this.#failures += 1;
    return pause * (0.75 + this.random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
