import type { Snowflake } from '../../protocol/snowflake.js';
import { emojiActions } from '../audit-log/actions.js';
import { type Decision, type Effects, usableByExistingRoles } from '../events.js';
import { GUILD_LIMITS } from '../limits.js';
import { Refusal, refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildEmoji, GuildState } from '../state.js';

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

/** The change of an emoji (null: removed), and the event with all emojis of the guild. */
function emojiUpdate(guild: GuildState, id: Snowflake, emoji: GuildEmoji | null): Effects {
  const others = [...guild.emojis.values()].filter((one) => one.id !== id);
  const emojis = emoji === null ? others : [...others, emoji];
  return {
    changes: [emoji === null ? { kind: 'emoji-removed', id } : { kind: 'emoji', emoji }],
    events: [{ type: 'emojisUpdated', emojis: emojis.map((one) => usableByExistingRoles(guild, one)) }],
    audit: emojiActions(guild.emojis.get(id) ?? null, emoji),
  };
}

/** Validates the roles of an emoji. @throws {Refusal} INVALID_FORM_BODY for a role that the guild does not have */
function requireEmojiRoles(guild: GuildState, roles: readonly Snowflake[]): readonly Snowflake[] {
  const unknown = roles.findIndex((id) => !guild.roles.has(id));
  if (unknown === -1) return [...new Set(roles)];
  throw refuseField(['roles', String(unknown)], 'BASE_TYPE_CHOICES', 'The guild has no role with this id.');
}
