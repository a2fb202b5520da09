import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildState, GuildUser } from './state.js';

/** The mentions of a message. */
export interface Mentions {
  readonly everyone: boolean;
  readonly users: readonly GuildUser[];
  readonly roles: readonly Snowflake[];
}

const USER = /<@!?([0-9]{1,20})>/g;
const ROLE = /<@&([0-9]{1,20})>/g;
const EVERYONE = /@(?:everyone|here)\b/;

/**
 * Finds the members and roles mentioned in a text.
 *
 * @param all whether the author may mention everyone, and so every role
 */
export function findMentions(guild: GuildState, content: string, all: boolean): Mentions {
  const users = findMentionedUsers(content, (id) =>
    guild.members.has(id) ? guild.users.get(id) : undefined,
  );
  const roles = ids(content, ROLE).filter((id) => {
    const role = guild.roles.get(id);
    return role !== undefined && (all || role.mentionable);
  });
  return { everyone: all && EVERYONE.test(content), users, roles };
}

/**
 * Finds the users mentioned in a text, without repeats.
 *
 * @param find returns a user who can be mentioned there
 */
export function findMentionedUsers(
  content: string,
  find: (id: Snowflake) => GuildUser | undefined,
): GuildUser[] {
  return ids(content, USER).flatMap((id) => find(id) ?? []);
}

function ids(content: string, pattern: RegExp): Snowflake[] {
  // Most messages mention nobody, and matchAll copies the pattern.
  if (!content.includes('<@')) return [];
  return [...new Set([...content.matchAll(pattern)].flatMap((match) => match[1] ?? []))];
}
