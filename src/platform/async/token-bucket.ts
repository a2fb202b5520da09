/** Limits a rate: some number per second on average, with bursts. */
export class TokenBucket {
  #tokens: number;
  #filledAt: number;

  /**
   * @param perSecond the average rate
   * @param burst the capacity
   * @param now milliseconds, e.g. since the Unix epoch
   */
  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly now: () => number,
  ) {
    this.#tokens = burst;
    this.#filledAt = now();
  }

  /** Takes one token. @returns false if none is left */
  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /**
   * Takes an amount that is known only after the work is done: it may exceed what is left, and later work must wait
   * until the debt is repaid.
   *
   * @param isRefilled whether the bucket was refilled just now by an earlier call
   * @param kept what is left for others
   * @returns whether any other tokens were left
   */
  spend(amount: number, isRefilled = false, kept = 0): boolean {
    if (!isRefilled) this.#refill();
    if (this.#tokens <= kept) return false;
    this.#tokens -= amount;
    return true;
  }

  /**
   * Takes an amount even if it exceeds what is left; the rest becomes debt.
   *
   * @returns seconds until the debt is repaid, 0 if there is none
   */
  charge(amount: number): number {
    this.#refill();
    this.#tokens -= amount;
    return Math.max(0, -this.#tokens / this.perSecond);
  }

  /** Seconds until a token is available, at least one. */
  get wait(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
  }

  #refill(): void {
    const now = this.now();
    // Setting the clock back must not remove tokens.
    const passed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.burst, this.#tokens + (passed / 1000) * this.perSecond);
  }
}
