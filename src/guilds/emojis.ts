import type { Snowflake } from '../protocol/snowflake.js';
import { emojiActions } from './audit-log/actions.js';
import { type Effects, usableByExistingRoles } from './events.js';
import { refuseField } from './refusal.js';
import type { GuildEmoji, GuildState } from './state.js';

/** The change of an emoji (null: removed), and the event with all emojis of the guild. */
export function emojiUpdate(guild: GuildState, id: Snowflake, emoji: GuildEmoji | null): Effects {
  const others = [...guild.emojis.values()].filter((one) => one.id !== id);
  const emojis = emoji === null ? others : [...others, emoji];
  return {
    changes: [emoji === null ? { kind: 'emoji-removed', id } : { kind: 'emoji', emoji }],
    events: [{ type: 'emojisUpdated', emojis: emojis.map((one) => usableByExistingRoles(guild, one)) }],
    audit: emojiActions(guild.emojis.get(id) ?? null, emoji),
  };
}

/** Validates the roles of an emoji. @throws {Refusal} INVALID_FORM_BODY for a role that the guild does not have */
export function requireEmojiRoles(guild: GuildState, roles: readonly Snowflake[]): readonly Snowflake[] {
  const unknown = roles.findIndex((id) => !guild.roles.has(id));
  if (unknown === -1) return [...new Set(roles)];
  throw refuseField(['roles', String(unknown)], 'BASE_TYPE_CHOICES', 'The guild has no role with this id.');
}
