import { snowflakeTime } from '../protocol/snowflake.js';
import { Refusal } from './refusal.js';
import type { Account, GuildMember, GuildState } from './state.js';

const MINUTE = 60_000;

/** The requirements of each verification level, which include those of lower levels. */
const DEMANDS: readonly {
  readonly level: GuildState['settings']['verificationLevel'];
  isMet(account: Account, member: GuildMember, now: number): boolean;
}[] = [
  { level: 1, isMet: ({ verified }) => verified },
  { level: 2, isMet: (_account, { userId }, now) => now - snowflakeTime(userId) > 5 * MINUTE },
  { level: 3, isMet: (_account, { joinedAt }, now) => now - joinedAt > 10 * MINUTE },
  { level: 4, isMet: ({ phone }) => phone !== null },
];

/**
 * Checks the author of a message against the guild's verification level (docs/rest.md, Objects). Bots, the
 * owner and members with a role are exempt.
 *
 * @param now milliseconds since the Unix epoch
 * @throws {Refusal} VERIFICATION_TOO_HIGH
 */
export function requireVerified(guild: GuildState, member: GuildMember, account: Account, now: number): void {
  const { ownerId, verificationLevel } = guild.settings;
  if (account.bot || member.userId === ownerId || member.roles.length > 0) return;
  const asked = DEMANDS.filter(({ level }) => level <= verificationLevel);
  if (!asked.every(({ isMet }) => isMet(account, member, now))) throw new Refusal('VERIFICATION_TOO_HIGH');
}
