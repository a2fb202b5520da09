/** The number of pings that are reported (docs/rpc.md, Events). */
const KEPT = 20;

/** Round-trip times of packets to the endpoint, in milliseconds. */
export class Pings {
  readonly #last: number[] = [];

  add(ms: number): void {
    this.#last.push(ms);
    if (this.#last.length > KEPT) this.#last.shift();
  }

  clear(): void {
    this.#last.length = 0;
  }

  /** as in VOICE_CONNECTION_STATUS: the oldest first; zeros without a ping */
  get report(): { pings: number[]; average_ping: number; last_ping: number } {
    const pings = [...this.#last];
    const sum = pings.reduce((total, each) => total + each, 0);
    return { pings, average_ping: pings.length === 0 ? 0 : sum / pings.length, last_ping: pings.at(-1) ?? 0 };
  }
}
