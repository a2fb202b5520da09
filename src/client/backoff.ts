const FIRST = 100;
const LONGEST = 30_000;

/** Growing pauses between tries, in milliseconds: 100, 200, 400 … up to half a minute, each a little random. */
export class Backoff {
  #next = FIRST;

  constructor(private readonly random: () => number = Math.random) {}

  next(): number {
    const pause = this.#next * (0.75 + this.random() / 2);
    this.#next = Math.min(this.#next * 2, LONGEST);
    return pause;
  }

  reset(): void {
    this.#next = FIRST;
  }
}
