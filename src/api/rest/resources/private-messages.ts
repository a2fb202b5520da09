import type { EditedMessage, NewMessage } from '../../../guilds/compose-message.js';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import {
  createPrivateMessage,
  deletePrivateMessage,
  editPrivateMessage,
  pinPrivateMessage,
  startPrivateTyping,
  unpinPrivateMessage,
} from '../../../guilds/private-channels/rules/private-messages.js';
import { Refusal } from '../../../guilds/refusal.js';
import type { Message } from '../../../protocol/objects/message.js';
import { toGuildUser } from '../../accounts/user-directory.js';
import { type CHANGES_MESSAGE, readEdit, withMessage } from '../channel-messages.js';
import { isReachable, type PrivateCall, requireReachable } from '../private-channel-call.js';
import { receiveMessage } from '../receive-message.js';

/** Handlers of message operations for private channels (docs/rest.md, Private channels). */

type Need = (typeof CHANGES_MESSAGE)[number];
/** What changes need that the other user of a DM is notified of. */
type ReachingNeed = Need | 'privateChannelStore';
type MessagePath = `/channels/{channel.id}/${string}/{message.id}`;

/** Create message. @throws {Refusal} */
export async function sendPrivateMessage(
  call: PrivateCall<string, null, NewMessage, 'privateChannelStore' | 'uploads' | 'users'>,
): Promise<Message> {
  const { caller, change, services, version } = call;
  const reachable = await isReachable(call);
  // The rule refuses it as well, but only after the files were received.
  if (!reachable && call.upload !== null) throw new Refusal('CANNOT_MESSAGE_USER');
  return receiveMessage(call, true, async (input) => {
    const author = toGuildUser(caller.user);
    const creation = { author, input, isReachable: reachable, users: services.users };
    const message = await change((channel, _actor, context) =>
      createPrivateMessage(channel, creation, context),
    );
    return version.views.message(message, null);
  });
}

/** Edit message. @throws {RestError | Refusal} */
export function revisePrivateMessage(
  call: PrivateCall<MessagePath, null, EditedMessage, ReachingNeed>,
): Promise<Message> {
  const input = readEdit(call);
  const { users } = call.services;
  return withMessage(call, async (message) => {
    await requireReachable(call);
    const edited = await call.change((channel, actor, context) =>
      editPrivateMessage(channel, actor, { message, input, users }, context),
    );
    return call.version.views.message(edited, null);
  });
}

/** Delete message. @throws {RestError | Refusal} */
export function retractPrivateMessage(call: PrivateCall<MessagePath, null, null, Need>): Promise<null> {
  return withMessage(call, async (message) => {
    const page = { kind: 'before', id: message.id } as const;
    const [before] = await call.services.messageStore.page(call.channel.id, page, 1);
    return call.change((channel, actor) =>
      deletePrivateMessage(channel, actor, { message, before: before?.id ?? null }),
    );
  });
}

/** Add pinned channel message. @throws {RestError | Refusal} */
export function addPrivatePin(call: PrivateCall<MessagePath, null, null, ReachingNeed>): Promise<null> {
  const author = toGuildUser(call.caller.user);
  return withMessage(call, async (message) => {
    await requireReachable(call);
    const pinned = await call.services.messageStore.pinned(call.channel.id, GUILD_LIMITS.PINS);
    const pin = { message, author, pins: pinned.length };
    return call.change((channel, _actor, context) => pinPrivateMessage(channel, pin, context));
  });
}

/** Delete pinned channel message. @throws {RestError | Refusal} */
export function removePrivatePin(call: PrivateCall<MessagePath, null, null, Need>): Promise<null> {
  return withMessage(call, (message) => call.change((channel) => unpinPrivateMessage(channel, message)));
}

/** Trigger typing indicator. @throws {Refusal} */
export async function showPrivateTyping(
  call: PrivateCall<string, null, null, 'privateChannelStore'>,
): Promise<null> {
  const typing = { userId: call.caller.user.id, isReachable: await isReachable(call) };
  return call.change((channel, _actor, context) => startPrivateTyping(channel, typing, context));
}
