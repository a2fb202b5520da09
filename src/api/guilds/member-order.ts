import type { GuildChange } from '../../guilds/changes.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { compareSnowflakes, type Snowflake } from '../../protocol/snowflake.js';

/** After a change of more members the order is sorted again when it is asked for. */
const FEW = 100;

/**
 * The members of each guild in the order of their ids, for pages of them. It is made when it is asked for first, and
 * follows who comes and goes from then on: a change of 100,000 members' guild costs what one of 10 members' does.
 */
export class MemberOrder {
  readonly #orders = new WeakMap<GuildState, Snowflake[]>();

  /** Follows what a change does to a guild. */
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
