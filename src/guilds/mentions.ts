import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildState, GuildUser } from './state.js';

/** Whom a message mentions. */
export interface Mentions {
  readonly everyone: boolean;
  readonly users: readonly GuildUser[];
  readonly roles: readonly Snowflake[];
}

const USER = /<@!?([0-9]{1,20})>/g;
const ROLE = /<@&([0-9]{1,20})>/g;
const EVERYONE = /@(?:everyone|here)\b/;

/**
 * Finds the members and roles that a text mentions.
 *
 * @param all whether the author may mention everyone, and with it every role
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
 * Finds the users that a text mentions, each once.
 *
 * @param find gives a user who can be mentioned there
 */
export function findMentionedUsers(
  content: string,
  find: (id: Snowflake) => GuildUser | undefined,
): GuildUser[] {
  return ids(content, USER).flatMap((id) => find(id) ?? []);
}

function ids(content: string, pattern: RegExp): Snowflake[] {
  return [...new Set([...content.matchAll(pattern)].flatMap((match) => match[1] ?? []))];
}
