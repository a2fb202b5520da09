import type { Snowflake } from '../../protocol/snowflake.js';
import { emojiUpdate, requireEmojiRoles } from '../emojis.js';
import type { Decision } from '../events.js';
import { GUILD_LIMITS } from '../limits.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildEmoji } from '../state.js';

/** The input of a new emoji. */
export interface NewEmoji {
  readonly name: string;
  readonly roles: readonly Snowflake[];
  readonly animated: boolean;
  /** the image as base64 */
  readonly data: string;
}

/**
 * Creates an emoji (docs/rest.md, Emojis).
 *
 * @throws {Refusal} TOO_MANY_EMOJIS: the limit applies separately to animated and static ones
 */
export const createEmoji = guildRule({
  permission: 'MANAGE_EMOJIS',
  decide({ guild, actor, nextId }, input: NewEmoji): Decision<GuildEmoji> {
    const { name, animated, data } = input;
    const alike = [...guild.emojis.values()].filter((one) => one.animated === animated);
    if (alike.length >= GUILD_LIMITS.EMOJIS) throw new Refusal('TOO_MANY_EMOJIS');
    const emoji: GuildEmoji = {
      id: nextId(),
      name,
      roles: requireEmojiRoles(guild, input.roles),
      userId: actor.userId,
      animated,
    };
    const { changes, ...effects } = emojiUpdate(guild, emoji.id, emoji);
    const image = { kind: 'emoji-image', id: emoji.id, data } as const;
    return { result: emoji, changes: [...changes, image], ...effects };
  },
});
