import type { ChatState, GuildView } from '../../client/chat/state.js';
import { sortByName } from './guild-names.js';
import type { ListedGuilds } from './guild-schemas.js';

/** How many guilds are listed: few enough for one item of a stream. */
const MAX_GUILDS = 500;

/** The person's guilds by name. */
export function readListedGuilds(state: Pick<ChatState, 'guilds'>): ListedGuilds {
  const all = sortByName(state.guilds(), ({ name }) => name);
  return { guilds: all.slice(0, MAX_GUILDS).map(toListedGuild), more: Math.max(0, all.length - MAX_GUILDS) };
}

export function toListedGuild({ id, name, owner_id, member_count }: GuildView) {
  return { id, name, owner_id, member_count };
}
