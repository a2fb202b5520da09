/** How often something may happen: so many times a second in the long run, and a burst of it at once. */
export class TokenBucket {
  #tokens: number;
  #filledAt: number;

  /**
   * @param perSecond what may happen in the long run
   * @param burst how much of it may come at once
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

  /** Takes one. @returns whether there was one left */
  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /**
   * Takes an amount that is known only once the work is done: the last one may exceed what is left, and what comes
   * after it waits until that is made up for.
   *
   * @param isRefilled whether it was refilled just now, by an amount that was spent before
   * @returns whether there was anything left
   */
  spend(amount: number, isRefilled = false): boolean {
    if (!isRefilled) this.#refill();
    if (this.#tokens <= 0) return false;
    this.#tokens -= amount;
    return true;
  }

  /**
   * Takes an amount, whether or not it is left: what is missing is owed.
   *
   * @returns seconds until nothing is owed any more, 0 if nothing is
   */
  charge(amount: number): number {
    this.#refill();
    this.#tokens -= amount;
    return Math.max(0, -this.#tokens / this.perSecond);
  }

  /** Seconds until there is one again, at least one. */
  get wait(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
  }

  #refill(): void {
    const now = this.now();
    // A clock that was set back takes nothing away.
    const passed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.burst, this.#tokens + (passed / 1000) * this.perSecond);
  }
}
