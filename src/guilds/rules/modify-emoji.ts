import type { Snowflake } from '../../protocol/snowflake.js';
import { emojiUpdate, requireEmojiRoles } from '../emojis.js';
import type { Decision } from '../events.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildEmoji, GuildState } from '../state.js';

/** The changes of an emoji; undefined leaves a field unchanged. */
export interface ModifiedEmoji {
  readonly id: Snowflake;
  readonly name?: string | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
}

/** Changes an emoji (docs/rest.md, Emojis). @throws {Refusal} UNKNOWN_EMOJI */
export const modifyEmoji = guildRule({
  permission: 'MANAGE_EMOJIS',
  decide({ guild }, { id, name, roles }: ModifiedEmoji): Decision<GuildEmoji> {
    const before = requireEmoji(guild, id);
    const emoji = {
      ...before,
      name: name ?? before.name,
      roles: roles === undefined ? before.roles : requireEmojiRoles(guild, roles),
    };
    return { result: emoji, ...emojiUpdate(guild, id, emoji) };
  },
});

/** Deletes an emoji (docs/rest.md, Emojis). Reactions with it stay. @throws {Refusal} UNKNOWN_EMOJI */
export const deleteEmoji = guildRule({
  permission: 'MANAGE_EMOJIS',
  decide({ guild }, id: Snowflake): Decision<null> {
    requireEmoji(guild, id);
    return { result: null, ...emojiUpdate(guild, id, null) };
  },
});

function requireEmoji(guild: GuildState, id: Snowflake): GuildEmoji {
  const emoji = guild.emojis.get(id);
  if (emoji === undefined) throw new Refusal('UNKNOWN_EMOJI');
  return emoji;
}
