import type { Emoji } from '../protocol/objects/emoji.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import { refuseField } from './refusal.js';
import type { GuildEmoji, GuildState } from './state.js';
import { emojisToWire } from './wire.js';

/** An emoji that a guild has now, or has no more (null), and the event that tells of all emojis of the guild. */
export function emojiUpdate(
  guild: GuildState,
  id: Snowflake,
  emoji: GuildEmoji | null,
): { changes: GuildChange[]; events: GuildEvent[] } {
  const emojis = new Map(guild.emojis);
  if (emoji === null) emojis.delete(id);
  else emojis.set(id, emoji);
  return {
    changes: [emoji === null ? { kind: 'emoji-removed', id } : { kind: 'emoji', emoji }],
    events: [
      {
        name: 'GUILD_EMOJIS_UPDATE',
        data: { guild_id: guild.id, emojis: emojisToWire({ ...guild, emojis }) },
        audience: { kind: 'guild' },
      },
    ],
  };
}

/** Roles that may use an emoji. @throws {Refusal} INVALID_FORM_BODY for a role that the guild does not have */
export function requireEmojiRoles(guild: GuildState, roles: readonly Snowflake[]): readonly Snowflake[] {
  const unknown = roles.findIndex((id) => !guild.roles.has(id));
  if (unknown === -1) return [...new Set(roles)];
  throw refuseField(['roles', String(unknown)], 'BASE_TYPE_CHOICES', 'The guild has no role with this id.');
}

/** An emoji as the wire shows it where its creator is known. */
export function emojiWithUser(guild: GuildState, emoji: GuildEmoji): Emoji {
  const [wire] = emojisToWire({ ...guild, emojis: new Map([[emoji.id, emoji]]) });
  const user = guild.users.get(emoji.userId);
  return { ...(wire ?? { id: emoji.id, name: emoji.name }), ...(user !== undefined && { user }) };
}
