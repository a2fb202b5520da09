import type { Message } from '../../guilds/message.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { loadMessages } from '../messages/load-messages.js';
import { found } from './guild-operation.js';
import type { OperationServices } from './operation-services.js';

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
  const stored = found(await services.messageStore.one(channel.id, params.message_id), 'UNKNOWN_MESSAGE');
  const [message] = await loadMessages([stored], services);
  return found(message, 'UNKNOWN_MESSAGE');
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
 * (docs/adr/0028-message-changes-are-serialized.md). Creating messages does not wait for them.
 */
export function lockMessages<Result>(
  { messageLocks }: Pick<OperationServices, 'messageLocks'>,
  channelIds: Iterable<Snowflake>,
  task: () => Promise<Result>,
): Promise<Result> {
  return messageLocks.runAll(channelIds, task);
}
