/** Consecutive windows of time of equal length. */
export class TimeWindow {
  #end = 0;

  /** @param ms length of a window, in milliseconds */
  constructor(
    private readonly ms: number,
    private readonly now: () => number,
  ) {}

  /** when the current window ends, in milliseconds since the Unix epoch */
  get end(): number {
    return this.#end;
  }

  /** Moves on to the window of the current time. @returns whether it differs from the one before */
  advance(): boolean {
    const now = this.now();
    if (now < this.#end && now >= this.#end - this.ms) return false;
    this.#end = (Math.floor(now / this.ms) + 1) * this.ms;
    return true;
  }

  /** milliseconds until the window ends */
  remaining(): number {
    return this.#end - this.now();
  }
}
