import { BoundedMap } from '../../platform/bounded-map.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** The resolution, in milliseconds: the person is shown the hour. */
const RESOLUTION = 60_000;
/** The maximum number of grants; the ones that were noted first are dropped. */
const LIMIT = 10_000;

/** When a token of each grant was last used since the start. Noting a use costs a map lookup. */
export class GrantUses {
  readonly #lastUses = new BoundedMap<Snowflake, number>(LIMIT);

  /** @param now milliseconds since the Unix epoch */
  note(grantId: Snowflake, now: number): void {
    const known = this.#lastUses.get(grantId);
    if (known !== undefined && now - known < RESOLUTION) return;
    this.#lastUses.set(grantId, now);
  }

  /** @returns milliseconds since the Unix epoch; null: not since the start */
  lastUse(grantId: Snowflake): number | null {
    return this.#lastUses.get(grantId) ?? null;
  }
}
