/** Clients that change guilds. */
export interface LoadUnderFaults {
  readonly outcomes: ReadonlyMap<string, number>;
  resume(): void;
  /** Makes no more changes, and waits for the outcome of each. */
  pause(): Promise<void>;
  /** Changes each guild at once. */
  burst(): Promise<void>;
  /** Waits until each guild was changed after a moment, in milliseconds of `performance.now()`. */
  untilBack(since: number): Promise<void>;
  /** The longest time since a moment in which a guild could not be changed, in milliseconds, of all guilds. */
  longestPause(since: number): number;
}
