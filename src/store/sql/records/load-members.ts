import type { GuildMember } from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Account } from '../../accounts.js';
import type { Reader } from '../reader.js';
import type { UserRow } from '../rows/accounts.js';
import type { MemberRow } from '../rows/guilds.js';
import { accountFromRow } from './account-rows.js';
import { memberFromRow } from './guild-rows.js';

/** How many members one statement reads. Nothing else runs while they are parsed, which takes some milliseconds. */
export const MEMBERS_OF_PAGE = 2_000;

const OF_PAGE = `members.guild_id = ?1 AND members.user_id > CAST(?2 AS BIGINT) ORDER BY members.user_id LIMIT ?3`;
const MEMBERS = `FROM members WHERE ${OF_PAGE}`;
const ACCOUNTS = `FROM members JOIN users ON users.id = members.user_id WHERE ${OF_PAGE}`;

export interface LoadedMembers {
  /** ordered by id */
  readonly members: Map<Snowflake, GuildMember>;
  readonly accounts: Account[];
}

/** Reads the members of a guild and their accounts page by page, so that others are served meanwhile. */
export async function loadMembers(reader: Reader, guildId: Snowflake): Promise<LoadedMembers> {
  const members = new Map<Snowflake, GuildMember>();
  const accounts: Account[] = [];
  let after: Snowflake | undefined = '0';
  while (after !== undefined) {
    const [rows, users]: [MemberRow[], UserRow[]] = await Promise.all([
      reader.rows('members', MEMBERS, guildId, after, MEMBERS_OF_PAGE),
      reader.rows('users', ACCOUNTS, guildId, after, MEMBERS_OF_PAGE),
    ]);
    for (const row of rows) members.set(row.user_id, memberFromRow(row));
    for (const row of users) accounts.push(accountFromRow(row));
    after = rows.length < MEMBERS_OF_PAGE ? undefined : rows.at(-1)?.user_id;
  }
  return { members, accounts };
}
