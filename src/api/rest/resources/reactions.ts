import Type from 'typebox';
import { emojiKey, parseEmoji } from '../../../guilds/reactions.js';
import { addReaction } from '../../../guilds/rules/add-reaction.js';
import { removeAllReactions, removeReaction } from '../../../guilds/rules/remove-reactions.js';
import type { PartialEmoji } from '../../../protocol/objects/emoji.js';
import { UserSchema } from '../../../protocol/objects/user.js';
import { ListReactionsQuery } from '../../../protocol/rest/message-bodies.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Services } from '../../services.js';
import { findMessage, withMessage } from '../find-message.js';
import { channelOperation, type InChannel } from '../guild-operation.js';
import { RestError } from '../rest-error.js';

const REACTIONS = '/channels/{channel.id}/messages/{message.id}/reactions';

/** The reactions to a message (docs/rest.md, Reactions). */
export const reactionOperations = [
  channelOperation({
    name: 'Create reaction',
    method: 'PUT',
    path: `${REACTIONS}/{emoji}/@me`,
    permission: 'READ_MESSAGE_HISTORY',
    status: 204,
    fires: ['MESSAGE_REACTION_ADD'],
    handle(call) {
      const emoji = readEmoji(call.params.emoji);
      const { caller, change, services } = call;
      return withMessage(call, async (message) => {
        const existing = await services.store.reactions.counts([message.id], caller.user.id);
        const key = emojiKey(emoji);
        const reaction = {
          account: caller.user,
          message,
          emoji,
          emojis: existing.map((one) => one.emoji),
          own: existing.some((one) => one.me && emojiKey(one.emoji) === key),
        };
        return change((guild, actor, tools, channel) =>
          addReaction(guild, actor, { channel, ...reaction }, tools),
        );
      });
    },
  }),
  channelOperation({
    name: 'Delete own reaction',
    method: 'DELETE',
    path: `${REACTIONS}/{emoji}/@me`,
    status: 204,
    fires: ['MESSAGE_REACTION_REMOVE'],
    handle: (call) => removal(call, call.caller.user.id),
  }),
  channelOperation({
    name: 'Delete user reaction',
    method: 'DELETE',
    path: `${REACTIONS}/{emoji}/{user.id}`,
    status: 204,
    fires: ['MESSAGE_REACTION_REMOVE'],
    handle: (call) => removal(call, call.params.user_id),
  }),
  channelOperation({
    name: 'Get reactions',
    method: 'GET',
    path: `${REACTIONS}/{emoji}`,
    scopes: ['messages.read'],
    permission: 'READ_MESSAGE_HISTORY',
    query: ListReactionsQuery,
    status: 200,
    reply: Type.Array(UserSchema),
    async handle(call) {
      const { params, query, services } = call;
      const { store, users } = services;
      const key = emojiKey(readEmoji(params.emoji));
      const message = await findMessage(call);
      const { before = null, after = null, limit = 100 } = query;
      const ids = await store.reactions.users(message.id, key, { before, after, limit });
      await users.loadAll(ids);
      return ids.flatMap((id) => users.get(id) ?? []);
    },
  }),
  channelOperation({
    name: 'Delete all reactions',
    method: 'DELETE',
    path: REACTIONS,
    permission: 'MANAGE_MESSAGES',
    status: 204,
    fires: ['MESSAGE_REACTION_REMOVE_ALL'],
    handle: (call) =>
      withMessage(call, (message) =>
        call.change((guild, actor, _tools, channel) => removeAllReactions(guild, actor, channel, message)),
      ),
  }),
];

/** Removes a user's reaction with the emoji of the path. */
function removal(
  call: InChannel & {
    readonly params: { readonly message_id: Snowflake; readonly emoji: string };
    readonly services: Services;
  },
  userId: Snowflake,
): Promise<null> {
  const key = emojiKey(readEmoji(call.params.emoji));
  return withMessage(call, async (message) => {
    const emoji = await call.services.store.reactions.emojiOf(message.id, key, userId);
    return call.change((guild, actor, _tools, channel) =>
      removeReaction(guild, actor, { channel, message, userId, emoji }),
    );
  });
}

/** @throws {RestError} UNKNOWN_EMOJI */
function readEmoji(text: string): PartialEmoji {
  const emoji = parseEmoji(text);
  if (emoji === null) throw new RestError('UNKNOWN_EMOJI');
  return emoji;
}
