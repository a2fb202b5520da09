export interface BackOffLimits {
  /** the first pause, in milliseconds */
  readonly firstMs: number;
  /** no pause is longer, in milliseconds */
  readonly longestMs: number;
}

/** Growing pauses between tries: each twice as long as the one before, up to a longest. */
export class BackOff {
  #failures = 0;

  /** @param random from 0 to 1; pauses vary by a quarter with it, so that many who failed together do not return together */
  constructor(
    private readonly limits: BackOffLimits,
    private readonly random: () => number = () => 0.5,
  ) {}

  /** Failures since the start or the last reset. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure. @param firstMs the first pause after this kind of failure @returns milliseconds to wait */
  next(firstMs = this.limits.firstMs): number {
    const pause = Math.min(firstMs * 2 ** this.#failures, this.limits.longestMs);
    this.#failures += 1;
    return pause * (0.75 + this.random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
