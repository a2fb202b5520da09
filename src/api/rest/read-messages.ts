import type { Static } from 'typebox';
import type { Message } from '../../protocol/objects/message.js';
import type { ListMessagesQuery } from '../../protocol/rest/message-bodies.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { MessagePage } from '../../store/queries/message-queries.js';
import type { Caller } from '../caller.js';
import { messagesToWire } from '../message-records.js';
import type { Services } from '../services.js';
import { found } from './guild-operation.js';

/** A channel whose messages are read, as a handler of any kind of channel has it. */
interface ReadPlace {
  readonly caller: Caller;
  /** left out: the channel is private */
  readonly guild?: { readonly id: Snowflake };
  readonly channel: { readonly id: Snowflake };
  readonly services: Services;
}

/** A page of a channel's messages, newest first, with the reactions that the caller sees. */
export async function readMessages(
  { caller, guild, channel, services }: ReadPlace,
  query: Static<typeof ListMessagesQuery>,
): Promise<Message[]> {
  const rows = await services.store.messages.page(channel.id, pageOf(query), query.limit ?? 50);
  return messagesToWire(guild?.id ?? null, rows, caller.user.id, services);
}

/** The pinned messages of a channel, newest first. @param limit how many at most */
export async function readPins(
  { caller, guild, channel, services }: ReadPlace,
  limit: number,
): Promise<Message[]> {
  const rows = await services.store.messages.pinned(channel.id, limit);
  return messagesToWire(guild?.id ?? null, rows, caller.user.id, services);
}

/** One message of a channel, with the reactions that the caller sees. @throws {RestError} UNKNOWN_MESSAGE */
export async function readOneMessage(
  { caller, guild, channel, services }: ReadPlace,
  id: Snowflake,
): Promise<Message> {
  const row = found(await services.store.messages.one(channel.id, id), 'UNKNOWN_MESSAGE');
  const [message] = await messagesToWire(guild?.id ?? null, [row], caller.user.id, services);
  return found(message, 'UNKNOWN_MESSAGE');
}

function pageOf({ around, before, after }: Static<typeof ListMessagesQuery>): MessagePage {
  if (around !== undefined) return { kind: 'around', id: around };
  if (before !== undefined) return { kind: 'before', id: before };
  if (after !== undefined) return { kind: 'after', id: after };
  return { kind: 'latest' };
}
