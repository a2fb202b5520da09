/** How long guilds may be unavailable because of a fault, lease included, in milliseconds. */
const LIMIT_MS = 5_000;

/** The longest time of each round in which a guild could not be changed, by fault, in milliseconds. */
export class RecoveryTimes {
  readonly #times = new Map<string, number[]>();

  add(fault: string, ms: number): void {
    this.#times.set(fault, [...(this.#times.get(fault) ?? []), Math.round(ms)]);
  }

  /** The rounds that took too long, e.g. `kill of NATS: 5000 ms`. */
  late(): string[] {
    return [...this.#times].flatMap(([fault, times]) =>
      times.filter((ms) => ms >= LIMIT_MS).map((ms) => `${fault}: ${ms} ms`),
    );
  }

  /** One line for each fault. */
  describe(): string[] {
    return [...this.#times].map(([fault, times]) => {
      const sorted = times.toSorted((one, other) => one - other);
      const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
      const values = `p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, max ${quantile(1)} ms`;
      return `${fault}: ${sorted.length} rounds, ${values}, all ${sorted.join(' ')}`;
    });
  }
}
