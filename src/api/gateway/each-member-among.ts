import type { GuildMember, GuildState } from '../../guilds/state.js';
import { inSlices } from '../../platform/slices.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** How many members are looked at before others are served. */
const MEMBERS_AT_ONCE = 1_000;

/** Calls back for each member of the guilds who is among the users. Others are served in between. */
export function eachMemberAmong(
  guilds: Iterable<GuildState>,
  userIds: ReadonlySet<Snowflake>,
  use: (guild: GuildState, member: GuildMember) => void,
): Promise<void> {
  return inSlices(candidates(guilds, userIds), MEMBERS_AT_ONCE, (slice) => {
    for (const [guild, userId] of slice) {
      const member = userIds.has(userId) ? guild.members.get(userId) : undefined;
      if (member !== undefined) use(guild, member);
    }
  });
}

/** The members or the users, whichever are fewer in each guild. */
function* candidates(
  guilds: Iterable<GuildState>,
  userIds: ReadonlySet<Snowflake>,
): Iterable<readonly [GuildState, Snowflake]> {
  for (const guild of guilds) {
    const ids = userIds.size < guild.members.size ? userIds : guild.members.keys();
    for (const id of ids) yield [guild, id];
  }
}
