import type { GuildChange } from '../../guilds/changes.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { compareSnowflakes, type Snowflake } from '../../protocol/snowflake.js';

/** After a change of more members the order is sorted again on demand. */
const FEW = 100;

/**
 * The members of each guild ordered by id, for paging. The order is created on demand and then updated incrementally,
 * so that the cost of a change does not depend on the number of members.
 */
export class MemberOrder {
  readonly #orders = new WeakMap<GuildState, Snowflake[]>();

  /** Applies a change of a guild. */
  follow(guild: GuildState, changes: readonly GuildChange[]): void {
    const ids = this.#orders.get(guild);
    if (ids === undefined) return;
    if (changes.length > FEW) {
      this.#orders.delete(guild);
      return;
    }
    for (const change of changes) {
      if (change.kind === 'member') insert(ids, change.member.userId);
      else if (change.kind === 'member-removed') remove(ids, change.userId);
    }
  }

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
    if (known !== undefined) return known;
    const ids = [...guild.members.keys()].sort(compareSnowflakes);
    this.#orders.set(guild, ids);
    return ids;
  }
}

function insert(ids: Snowflake[], id: Snowflake): void {
  const index = firstAfter(ids, id);
  if (ids[index - 1] !== id) ids.splice(index, 0, id);
}

function remove(ids: Snowflake[], id: Snowflake): void {
  const index = firstAfter(ids, id) - 1;
  if (ids[index] === id) ids.splice(index, 1);
}

/** The index of the first id above `after`, by binary search. */
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
