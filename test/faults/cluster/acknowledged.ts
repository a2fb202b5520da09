import { eventually } from '../../helpers/eventually.js';

/** How much longer than others the wait for a service that is back may take. */
const BACK_SHARE = 3;

/** Changes that were acknowledged and not checked yet, by guild. */
export class Acknowledged {
  readonly #changes: ReadonlyMap<string, { key: string; at: number }[]>;

  constructor(guildIds: readonly string[]) {
    this.#changes = new Map(guildIds.map((guildId) => [guildId, []]));
  }

  add(guildId: string, key: string): void {
    this.#changes.get(guildId)?.push({ key, at: performance.now() });
  }

  /** The keys of a guild's changes. */
  keys(guildId: string): string[] {
    return this.#changes.get(guildId)?.map(({ key }) => key) ?? [];
  }

  /** They were checked. */
  clear(): void {
    for (const changes of this.#changes.values()) changes.length = 0;
  }

  /** Waits until each guild was changed after a moment, in milliseconds of `performance.now()`. */
  async untilBack(since: number): Promise<void> {
    const missing = () =>
      [...this.#changes].filter(([, changes]) => (changes.at(-1)?.at ?? 0) <= since).map(([id]) => id);
    await eventually(() => missing().length === 0, {
      share: BACK_SHARE,
      describe: () => `no changes of ${missing().join(', ')}`,
    });
  }

  /** The longest time since a moment in which a guild could not be changed, in milliseconds, of all guilds. */
  longestPause(since: number): number {
    const pauses = [...this.#changes.values()].map((changes) => {
      const times = changes.map(({ at }) => at).filter((at) => at > since);
      return Math.max(...times.map((at, index) => at - (times[index - 1] ?? since)));
    });
    return Math.max(...pauses);
  }
}
