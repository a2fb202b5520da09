import Type, { type Static } from 'typebox';
import type { ChannelPlace } from '../../../guilds/access.js';
import { emojiKey, type Message, parseEmoji } from '../../../guilds/message.js';
import {
  addPrivateReaction,
  removePrivateReaction,
} from '../../../guilds/private-channels/rules/private-messages.js';
import {
  addReaction,
  type NewReaction,
  type ReactionRemoval,
  removeAllReactions,
  removeReaction,
} from '../../../guilds/rules/reactions.js';
import type { PartialEmoji } from '../../../protocol/objects/emoji.js';
import { type PartialUser, UserSchema } from '../../../protocol/objects/user.js';
import { ListReactionsQuery } from '../../../protocol/rest/message-bodies.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Caller } from '../../core/caller.js';
import { RestError } from '../../core/errors.js';
import { CHANGES_MESSAGE, FINDS_MESSAGE, findMessage, withMessage } from '../channel-messages.js';
import { channelChange, channelOperation } from '../channel-operation.js';
import type { WithChange } from '../guild-operation.js';
import type { OperationServices, ServiceName } from '../operation-services.js';
import { type InPrivateChannel, requireReachable } from '../private-channel-call.js';

const CHANGES_REACTIONS = [...CHANGES_MESSAGE, 'reactionStore'] as const;

const REACTIONS = '/channels/{channel.id}/messages/{message.id}/reactions';

/** The reactions to a message (docs/rest.md, Reactions). */
export const reactionOperations = [
  channelChange({
    name: 'Create reaction',
    summary: "Adds the caller's reaction to a message.",
    errors: ['CANNOT_MESSAGE_USER', 'TOO_MANY_REACTIONS'],
    method: 'PUT',
    path: `${REACTIONS}/{emoji}/@me`,
    rule: addReaction,
    status: 204,
    fires: ['MESSAGE_REACTION_ADD'],
    needs: [...CHANGES_REACTIONS, 'privateChannelStore'],
    handle: (call) =>
      withNewReaction(call, (reaction) => call.change({ account: call.caller.user, ...reaction })),
    handlePrivate: (call) =>
      withNewReaction(call, async (reaction) => {
        await requireReachable(call);
        return call.change((channel, actor, context) =>
          addPrivateReaction(channel, actor, reaction, context),
        );
      }),
  }),
  channelChange({
    name: 'Delete own reaction',
    summary: "Removes the caller's reaction from a message.",
    method: 'DELETE',
    path: `${REACTIONS}/{emoji}/@me`,
    rule: removeReaction,
    status: 204,
    fires: ['MESSAGE_REACTION_REMOVE'],
    needs: CHANGES_REACTIONS,
    handle: (call) => removeOf(call, call.caller.user.id),
    handlePrivate: (call) => removePrivateOf(call, call.caller.user.id),
  }),
  channelChange({
    name: 'Delete user reaction',
    summary: 'Removes the reaction of another user from a message.',
    errors: ['DM_CHANNEL', 'MISSING_PERMISSIONS', 'TWO_FACTOR_REQUIRED'],
    method: 'DELETE',
    path: `${REACTIONS}/{emoji}/{user.id}`,
    rule: removeReaction,
    status: 204,
    fires: ['MESSAGE_REACTION_REMOVE'],
    needs: CHANGES_REACTIONS,
    handle: (call) => removeOf(call, call.params.user_id),
    handlePrivate: (call) => removePrivateOf(call, call.params.user_id),
  }),
  channelOperation({
    name: 'Get reactions',
    summary: 'Returns the users who reacted to a message with an emoji.',
    method: 'GET',
    path: `${REACTIONS}/{emoji}`,
    access: { scopes: ['messages.read'] },
    permission: 'READ_MESSAGE_HISTORY',
    query: ListReactionsQuery,
    status: 200,
    reply: Type.Array(UserSchema),
    needs: [...FINDS_MESSAGE, 'reactionStore'],
    handle: (call) => listUsers(call, call.query),
    handlePrivate: (call) => listUsers(call, call.query),
  }),
  channelChange({
    name: 'Delete all reactions',
    summary: 'Removes all reactions from a message.',
    method: 'DELETE',
    path: REACTIONS,
    rule: removeAllReactions,
    status: 204,
    fires: ['MESSAGE_REACTION_REMOVE_ALL'],
    needs: CHANGES_MESSAGE,
    handle: (call) => withMessage(call, (message) => call.change(message)),
  }),
];

/** A call that names a message and an emoji, in a channel of any kind. */
interface ReactionCall<Need extends ServiceName = (typeof CHANGES_REACTIONS)[number]> {
  readonly caller: Caller;
  readonly guild?: { readonly id: Snowflake };
  readonly channel: { readonly id: Snowflake };
  readonly params: { readonly message_id: Snowflake; readonly emoji: string };
  readonly services: Pick<OperationServices, Need>;
}

/**
 * Calls a function with the message and the emoji that the caller reacts with. @throws {RestError} UNKNOWN_EMOJI,
 * UNKNOWN_MESSAGE
 */
function withNewReaction(
  call: ReactionCall,
  run: (reaction: Omit<NewReaction, 'account'>) => Promise<null>,
): Promise<null> {
  const emoji = readEmoji(call.params.emoji);
  const { caller, services } = call;
  return withMessage(call, async (message) => {
    const existing = await services.reactionStore.counts([message.id], caller.user.id);
    const key = emojiKey(emoji);
    return run({
      message,
      emoji,
      emojis: existing.map((one) => one.emoji),
      own: existing.some((one) => one.me && emojiKey(one.emoji) === key),
    });
  });
}

/**
 * Calls a function with a user's reaction with the emoji of the path. @throws {RestError} UNKNOWN_EMOJI,
 * UNKNOWN_MESSAGE
 */
function withReactionOf(
  call: ReactionCall,
  userId: Snowflake,
  run: (message: Message, emoji: PartialEmoji | null) => Promise<null>,
): Promise<null> {
  const key = emojiKey(readEmoji(call.params.emoji));
  return withMessage(call, async (message) =>
    run(message, await call.services.reactionStore.emojiOf(message.id, key, userId)),
  );
}

function removeOf(
  call: ReactionCall & WithChange<ChannelPlace, ReactionRemoval, null>,
  userId: Snowflake,
): Promise<null> {
  return withReactionOf(call, userId, (message, emoji) => call.change({ message, userId, emoji }));
}

function removePrivateOf(
  call: ReactionCall & Pick<InPrivateChannel, 'change'>,
  userId: Snowflake,
): Promise<null> {
  return withReactionOf(call, userId, ({ id: messageId }, emoji) =>
    call.change((channel, actor) => removePrivateReaction(channel, actor, { messageId, userId, emoji })),
  );
}

/** The users who reacted with the emoji of the path. @throws {RestError} UNKNOWN_EMOJI, UNKNOWN_MESSAGE */
async function listUsers(
  call: ReactionCall<(typeof FINDS_MESSAGE)[number] | 'reactionStore'>,
  { before, after, limit = 100 }: Static<typeof ListReactionsQuery>,
): Promise<PartialUser[]> {
  const { reactionStore, users } = call.services;
  const key = emojiKey(readEmoji(call.params.emoji));
  const message = await findMessage(call);
  const ids = await reactionStore.users(message.id, key, {
    before: before ?? null,
    after: after ?? null,
    limit,
  });
  await users.loadAll(ids);
  return ids.flatMap((id) => users.get(id) ?? []);
}

/** @throws {RestError} UNKNOWN_EMOJI */
function readEmoji(text: string): PartialEmoji {
  const emoji = parseEmoji(text);
  if (emoji === null) throw new RestError('UNKNOWN_EMOJI');
  return emoji;
}
