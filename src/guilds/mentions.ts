import { type ContentToken, readTokens } from '../protocol/content-tokens.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildState, GuildUser } from './state.js';

/** The mentions of a message. */
export interface Mentions {
  readonly everyone: boolean;
  readonly users: readonly GuildUser[];
  readonly roles: readonly Snowflake[];
}

const EVERYONE: ReadonlySet<string> = new Set(['everyone_mention', 'here_mention']);

/**
 * Finds the members and roles mentioned in a text. What it shows as code, or escapes, mentions nobody.
 *
 * @param all whether the author may mention everyone, and so every role
 */
export function findMentions(guild: GuildState, content: string, all: boolean): Mentions {
  const tokens = mentionTokens(content);
  const users = usersOf(tokens, (id) => (guild.members.has(id) ? guild.users.get(id) : undefined));
  const roles = ids(tokens, 'role_mention').filter((id) => {
    const role = guild.roles.get(id);
    return role !== undefined && (all || role.mentionable);
  });
  return { everyone: all && tokens.some(({ type }) => EVERYONE.has(type)), users, roles };
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
  return usersOf(mentionTokens(content), find);
}

function usersOf(
  tokens: readonly ContentToken[],
  find: (id: Snowflake) => GuildUser | undefined,
): GuildUser[] {
  return ids(tokens, 'mention').flatMap((id) => find(id) ?? []);
}

function mentionTokens(content: string): ContentToken[] {
  // Most messages mention nobody.
  return content.includes('@') ? readTokens(content, true) : [];
}

function ids(tokens: readonly ContentToken[], type: string): Snowflake[] {
  const found = tokens.filter((token) => token.type === type).map(({ fields }) => String(fields?.id));
  return [...new Set(found)];
}
