import type { GuildMember, GuildState } from '../guilds/state.js';
import { compareSnowflakes, type Snowflake } from '../protocol/snowflake.js';

/**
 * The members of each guild in the order of their ids, for pages of them. Members are appended as they join, so the
 * order is made anew only when the members have changed since it was last asked for.
 */
export class MemberOrder {
  readonly #orders = new WeakMap<
    GuildState,
    { readonly version: number; readonly ids: readonly Snowflake[] }
  >();

  /** @param after the highest user id of the previous page */
  page(guild: GuildState, after: Snowflake, limit: number): GuildMember[] {
    const ids = this.#ordered(guild);
    const page: GuildMember[] = [];
    for (let index = firstAfter(ids, after); index < ids.length && page.length < limit; index++) {
      const member = guild.members.get(ids[index] ?? '');
      if (member !== undefined) page.push(member);
    }
    return page;
  }

  #ordered(guild: GuildState): readonly Snowflake[] {
    const known = this.#orders.get(guild);
    if (known?.version === guild.version) return known.ids;
    const ids = [...guild.members.keys()].sort(compareSnowflakes);
    this.#orders.set(guild, { version: guild.version, ids });
    return ids;
  }
}

/** The index of the first id above `after`, by bisection. */
function firstAfter(ids: readonly Snowflake[], after: Snowflake): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareSnowflakes(ids[middle] ?? '', after) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
