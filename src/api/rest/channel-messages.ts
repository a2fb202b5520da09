import type { Static } from 'typebox';
import type { EditedMessage } from '../../guilds/compose-message.js';
import type { Message } from '../../guilds/message.js';
import type { Message as MessageObject } from '../../protocol/objects/message.js';
import type { ListMessagesQuery } from '../../protocol/rest/message-bodies.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { MessagePage, StoredMessage } from '../../store/messages.js';
import type { Caller } from '../core/caller.js';
import { JsonText } from '../core/http/handler-result.js';
import { loadMessages, loadViewedMessages } from '../messages/load-messages.js';
import type { ApiVersion } from '../versions/version.js';
import { requireFound } from './guild-operation.js';
import { requireAccess } from './operation-request.js';
import type { OperationServices } from './operation-services.js';

/** What the functions of this file need. */
export const READS_MESSAGES = [
  'messageStore',
  'attachmentStore',
  'reactionStore',
  'users',
  'cdnUrl',
] as const;

/** A channel whose messages are read, of any kind. */
interface ReadPlace {
  readonly caller: Caller;
  /** omitted if the channel is private */
  readonly guild?: { readonly id: Snowflake };
  readonly channel: { readonly id: Snowflake };
  readonly services: Pick<OperationServices, (typeof READS_MESSAGES)[number]>;
  readonly version: ApiVersion;
}

/** A page of a channel's messages, newest first, with the reactions that the caller can see. */
export async function readMessages(
  place: ReadPlace,
  query: Static<typeof ListMessagesQuery>,
): Promise<JsonText> {
  const { channel, services } = place;
  const stored = await services.messageStore.page(channel.id, pageOf(query), query.limit ?? 50);
  return JsonText.list(await show(place, stored));
}

/** The pinned messages of a channel, newest first. @param limit the maximum number */
export async function readPins(place: ReadPlace, limit: number): Promise<JsonText> {
  const stored = await place.services.messageStore.pinned(place.channel.id, limit);
  return JsonText.list(await show(place, stored));
}

/** One message of a channel, with the reactions that the caller can see. @throws {RestError} UNKNOWN_MESSAGE */
export async function readOneMessage(place: ReadPlace, id: Snowflake): Promise<MessageObject> {
  const stored = requireFound(await place.services.messageStore.one(place.channel.id, id), 'UNKNOWN_MESSAGE');
  const [message] = await show(place, [stored]);
  return requireFound(message, 'UNKNOWN_MESSAGE');
}

/** Messages as the caller sees them; each is made when it is asked for. */
async function show(
  { caller, guild, services, version: { views } }: ReadPlace,
  stored: readonly StoredMessage[],
): Promise<Iterable<MessageObject>> {
  const viewed = await loadViewedMessages(stored, caller.user.id, services);
  return (function* () {
    for (const { message, reactions } of viewed) yield views.message(message, guild?.id ?? null, reactions);
  })();
}

function pageOf({ around, before, after }: Static<typeof ListMessagesQuery>): MessagePage {
  if (around !== undefined) return { kind: 'around', id: around };
  if (before !== undefined) return { kind: 'before', id: before };
  if (after !== undefined) return { kind: 'after', id: after };
  return { kind: 'latest' };
}

/**
 * The body of a request that edits a message. Its reply shows what the edit leaves unchanged, so an application that may
 * not read messages has to send the content.
 *
 * @throws {RestError} MISSING_ACCESS
 */
export function readEdit(call: { readonly caller: Caller; readBody(): EditedMessage }): EditedMessage {
  const edit = call.readBody();
  if (typeof edit.content !== 'string') requireAccess(call.caller, { scopes: ['messages.read'] });
  return edit;
}

/** What `findMessage` needs. */
export const FINDS_MESSAGE = ['messageStore', 'attachmentStore', 'users', 'cdnUrl'] as const;
/** What `withMessage` needs. */
export const CHANGES_MESSAGE = [...FINDS_MESSAGE, 'messageLocks'] as const;

/** Identifies a message. */
interface MessagePlace {
  readonly channel: { readonly id: Snowflake };
  readonly params: { readonly message_id: Snowflake };
  readonly services: Pick<OperationServices, (typeof CHANGES_MESSAGE)[number]>;
}

/** The message in the path, without its reactions. @throws {RestError} UNKNOWN_MESSAGE */
export async function findMessage({
  channel,
  params,
  services,
}: Pick<MessagePlace, 'channel' | 'params'> & {
  readonly services: Pick<OperationServices, (typeof FINDS_MESSAGE)[number]>;
}): Promise<Message> {
  const stored = requireFound(
    await services.messageStore.one(channel.id, params.message_id),
    'UNKNOWN_MESSAGE',
  );
  const [message] = await loadMessages([stored], services);
  return requireFound(message, 'UNKNOWN_MESSAGE');
}

/**
 * Finds a message and changes it. Changes to messages of one channel run one after another, so that each sees the
 * result of the previous one.
 *
 * @throws {RestError} UNKNOWN_MESSAGE, and what `run` throws
 */
export function withMessage<Result>(
  place: MessagePlace,
  run: (message: Message) => Promise<Result>,
): Promise<Result> {
  return lockMessages(place.services, [place.channel.id], async () => run(await findMessage(place)));
}

/**
 * Runs a task that reads messages of channels and then changes or deletes them. Such tasks run one after another for
 * each channel, so that none finds a message that another is about to delete
 * (docs/adr/0019-message-changes-are-serialized.md). Creating messages does not wait for them.
 */
export function lockMessages<Result>(
  { messageLocks }: Pick<OperationServices, 'messageLocks'>,
  channelIds: Iterable<Snowflake>,
  task: () => Promise<Result>,
): Promise<Result> {
  return messageLocks.runAll(channelIds, task);
}
