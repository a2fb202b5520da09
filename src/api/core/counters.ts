import { RateLimitedError } from './errors.js';

/** Counts by key in time windows that all keys share: when a window ends, all counts are dropped. */
export class WindowCounter {
  readonly #counts = new Map<string, number>();
  readonly #window: TimeWindow;

  /** @param ms length of a window, in milliseconds */
  constructor(ms: number, now: () => number) {
    this.#window = new TimeWindow(ms, now);
  }

  /** @param amount negative for what is taken back */
  add(key: string, amount: number): void {
    this.#counts.set(key, Math.max(0, this.count(key) + amount));
  }

  count(key: string): number {
    this.#advance();
    return this.#counts.get(key) ?? 0;
  }

  /** @throws {RateLimitedError} if the count of this window has reached `limit` */
  requireBelow(key: string, limit: number): void {
    if (this.count(key) >= limit) throw new RateLimitedError(this.#window.remaining(), false);
  }

  /** when the current window ends, in milliseconds since the Unix epoch */
  get end(): number {
    this.#advance();
    return this.#window.end;
  }

  #advance(): void {
    if (this.#window.advance()) this.#counts.clear();
  }
}

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

/** Counts by key that all nodes of a cluster share: those of this node are reported, those of others are added. */
export class SharedCounter {
  #report: (key: string, amount: number) => void = () => {};

  /** @param add adds to the count of a key; `amount` is negative for what is taken back */
  constructor(private readonly add: (key: string, amount: number) => void) {}

  /** Adds to a count of this node. */
  count(key: string, amount: number): void {
    this.add(key, amount);
    this.#report(key, amount);
  }

  /** Sets a listener that is called for each count of this node. */
  listenForCounts(listener: (key: string, amount: number) => void): void {
    this.#report = listener;
  }

  /** Adds what another node counted. */
  addRemote(key: string, amount: number): void {
    this.add(key, amount);
  }
}
