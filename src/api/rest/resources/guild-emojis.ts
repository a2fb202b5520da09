import Type from 'typebox';
import { usableByExistingRoles } from '../../../guilds/events.js';
import { createEmoji, deleteEmoji, modifyEmoji } from '../../../guilds/rules/emojis.js';
import type { GuildEmoji, GuildState } from '../../../guilds/state.js';
import { type Emoji, EmojiSchema } from '../../../protocol/objects/emoji.js';
import { BODY_BYTES } from '../../core/limits.js';
import type { Views } from '../../versions/views.js';
import { guildChange, guildOperation, requireFound } from '../guild-operation.js';

/** The emojis of a guild (docs/rest.md, Emojis). */
export const guildEmojiOperations = [
  guildOperation({
    name: 'Get guild emojis',
    summary: 'Returns the emojis of a guild.',
    method: 'GET',
    path: '/guilds/{guild.id}/emojis',
    status: 200,
    reply: Type.Array(EmojiSchema),
    needs: ['users'],
    cacheBy: () => null,
    async handle({ guild, services, version: { views } }) {
      const emojis = [...guild.emojis.values()].map((emoji) => usableByExistingRoles(guild, emoji));
      await services.users.loadAll(emojis.map(({ userId }) => userId));
      return emojis.map((emoji) => views.emoji(emoji, guild.users.get(emoji.userId)));
    },
  }),
  guildOperation({
    name: 'Get guild emoji',
    summary: 'Returns one emoji of a guild.',
    method: 'GET',
    path: '/guilds/{guild.id}/emojis/{emoji.id}',
    status: 200,
    reply: EmojiSchema,
    needs: ['users'],
    cacheBy: ({ guild }, { params }) => guild.emojis.get(params.emoji_id),
    async handle({ guild, params, services, version: { views } }) {
      const emoji = usableByExistingRoles(
        guild,
        requireFound(guild.emojis.get(params.emoji_id), 'UNKNOWN_EMOJI'),
      );
      await services.users.load(emoji.userId);
      return views.emoji(emoji, guild.users.get(emoji.userId));
    },
  }),
  guildChange({
    name: 'Create guild emoji',
    summary: 'Creates an emoji from an image.',
    errors: ['TOO_MANY_EMOJIS'],
    method: 'POST',
    path: '/guilds/{guild.id}/emojis',
    rule: createEmoji,
    body: 'createEmoji',
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 201,
    reply: EmojiSchema,
    fires: ['GUILD_EMOJIS_UPDATE'],
    handle: ({ readBody, change, version: { views } }) =>
      change(readBody(), (emoji, { guild }) => showEmoji(guild, emoji, views)),
  }),
  guildChange({
    name: 'Modify guild emoji',
    summary: 'Changes the name or the roles of an emoji.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/emojis/{emoji.id}',
    rule: modifyEmoji,
    body: 'modifyEmoji',
    status: 200,
    reply: EmojiSchema,
    fires: ['GUILD_EMOJIS_UPDATE'],
    needs: ['users'],
    async handle({ guild: { emojis }, params, readBody, change, services, version: { views } }) {
      const creator = emojis.get(params.emoji_id)?.userId;
      if (creator !== undefined) await services.users.load(creator);
      const input = { id: params.emoji_id, ...readBody() };
      return change(input, (emoji, { guild }) => showEmoji(guild, emoji, views));
    },
  }),
  guildChange({
    name: 'Delete guild emoji',
    summary: 'Deletes an emoji of a guild.',
    method: 'DELETE',
    path: '/guilds/{guild.id}/emojis/{emoji.id}',
    rule: deleteEmoji,
    status: 204,
    fires: ['GUILD_EMOJIS_UPDATE'],
    handle: ({ params, change }) => change(params.emoji_id),
  }),
];

/** An emoji with its creator. */
function showEmoji(guild: GuildState, emoji: GuildEmoji, views: Views): Emoji {
  return views.emoji(usableByExistingRoles(guild, emoji), guild.users.get(emoji.userId));
}
