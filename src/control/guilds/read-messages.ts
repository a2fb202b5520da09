import type { ChatClient, MessagePlace } from '../../client/client.js';
import type { Channel } from '../../protocol/objects/channel.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import type { MessagePage } from './guild-schemas.js';
import { showMessage } from './show-message.js';

type ReadingClient = Pick<ChatClient, 'signInState' | 'state' | 'user'>;

/** How many messages are read at a time. */
const PAGE = 50;

/**
 * Reads a page of a channel's messages.
 *
 * @param place null: the newest ones; else those before or after a message
 * @throws {ControlError} `not_found`
 * @throws {ServiceError} if the service refuses
 */
export async function readMessages(
  client: ReadingClient & Pick<ChatClient, 'messages'>,
  channelId: string,
  place: MessagePlace | null,
): Promise<MessagePage> {
  const { id } = requireChannel(client, channelId);
  if (place !== null && !isSnowflake(place.id))
    throw new ControlError('not_found', `there is no message ${place.id}`);
  const messages = await client.messages(id, place);
  return {
    messages: messages.flatMap((message) => showMessage(client.state, message) ?? []),
    has_more: messages.length === PAGE,
  };
}

/** @throws {ControlError} `not_found`, also for a channel that the person may not view */
export function requireChannel(client: ReadingClient, id: string): Channel {
  requireSignedIn(client);
  const { state } = client;
  const channel = state.channel(id);
  if (channel === undefined) {
    throw new ControlError(
      'not_found',
      `there is no channel ${id} that you may view`,
      'Channels and their ids: guildhall guilds show GUILD',
    );
  }
  return channel;
}
