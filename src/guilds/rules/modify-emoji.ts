import type { Snowflake } from '../../protocol/snowflake.js';
import { emojiUpdate, requireEmojiRoles } from '../emojis.js';
import type { Decision } from '../events.js';
import { requireGuildPermission } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildEmoji, GuildState } from '../state.js';

/** What of an emoji is changed; undefined leaves it as it is. */
export interface ModifiedEmoji {
  readonly name?: string | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
}

/** Changes an emoji (docs/rest.md, Emojis). @throws {Refusal} UNKNOWN_EMOJI */
export function modifyEmoji(
  guild: GuildState,
  actor: Actor,
  id: Snowflake,
  { name, roles }: ModifiedEmoji,
): Decision<GuildEmoji> {
  requireGuildPermission(guild, actor, 'MANAGE_EMOJIS');
  const before = requireEmoji(guild, id);
  const emoji = {
    ...before,
    name: name ?? before.name,
    roles: roles === undefined ? before.roles : requireEmojiRoles(guild, roles),
  };
  return { result: emoji, ...emojiUpdate(guild, id, emoji) };
}

/** Deletes an emoji (docs/rest.md, Emojis). Reactions with it stay. @throws {Refusal} UNKNOWN_EMOJI */
export function deleteEmoji(guild: GuildState, actor: Actor, id: Snowflake): Decision<null> {
  requireGuildPermission(guild, actor, 'MANAGE_EMOJIS');
  requireEmoji(guild, id);
  return { result: null, ...emojiUpdate(guild, id, null) };
}

function requireEmoji(guild: GuildState, id: Snowflake): GuildEmoji {
  const emoji = guild.emojis.get(id);
  if (emoji === undefined) throw new Refusal('UNKNOWN_EMOJI');
  return emoji;
}
