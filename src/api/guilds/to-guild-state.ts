import type { GuildState } from '../../guilds/state.js';
import { inSlices } from '../../platform/slices.js';
import type { StoredGuild } from '../../store/stored-guild.js';
import type { UserDirectory } from '../accounts/user-directory.js';

/** How many accounts of a guild that was loaded are cached before others are served, which takes some milliseconds. */
const ACCOUNTS_AT_ONCE = 5_000;

/** A guild that was read from the store, ready for use: the accounts of its members are cached first. */
export async function toGuildState(stored: StoredGuild, users: UserDirectory): Promise<GuildState> {
  await inSlices(stored.accounts, ACCOUNTS_AT_ONCE, (accounts) => users.rememberRead(accounts));
  return { ...stored.state, revision: 0, users };
}
