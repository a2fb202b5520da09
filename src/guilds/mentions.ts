import type { PartialUser } from '../protocol/objects/user.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildState } from './state.js';

/** Whom a message mentions. */
export interface Mentions {
  readonly everyone: boolean;
  readonly users: readonly PartialUser[];
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
  const users = ids(content, USER).flatMap((id) => {
    const user = guild.members.has(id) ? guild.users.get(id) : undefined;
    return user === undefined ? [] : [user];
  });
  const roles = ids(content, ROLE).filter((id) => {
    const role = guild.roles.get(id);
    return role !== undefined && (all || role.mentionable);
  });
  return { everyone: all && EVERYONE.test(content), users, roles };
}

function ids(content: string, pattern: RegExp): Snowflake[] {
  return [...new Set([...content.matchAll(pattern)].flatMap((match) => match[1] ?? []))];
}
