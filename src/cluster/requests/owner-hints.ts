import type { Snowflake } from '../../protocol/snowflake.js';

/** The maximum number of hints; the oldest is forgotten for a new one. */
const MOST_HINTS = 100_000;

/**
 * Which nodes owned guilds when this one last asked or forwarded a request, to save the question. A wrong hint costs an
 * attempt and nothing else: the owner decides by its lease.
 */
export class OwnerHints {
  readonly #nodes = new Map<Snowflake, string>();

  get(guildId: Snowflake): string | undefined {
    return this.#nodes.get(guildId);
  }

  set(guildId: Snowflake, node: string): void {
    const [oldest] = this.#nodes.keys();
    if (this.#nodes.size >= MOST_HINTS && oldest !== undefined) this.#nodes.delete(oldest);
    this.#nodes.set(guildId, node);
  }

  forget(guildId: Snowflake): void {
    this.#nodes.delete(guildId);
  }
}
