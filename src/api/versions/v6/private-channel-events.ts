import type {
  PrivateChannelEvent,
  PrivateChannelEventType,
} from '../../../guilds/private-channels/decision.js';
import type { GatewayEventName, GatewayEvents } from '../../../protocol/gateway/events.js';
import { timestamp } from '../../../protocol/timestamp.js';
import { privateChannelObject, type ViewedPrivateChannel } from './private-channel-view.js';
import type { Views } from './views.js';

/** The gateway event of each event of a private channel (docs/gateway.md, Private channels). */
export const PRIVATE_EVENT_NAMES = {
  channelCreated: 'CHANNEL_CREATE',
  channelUpdated: 'CHANNEL_UPDATE',
  channelDeleted: 'CHANNEL_DELETE',
  recipientAdded: 'CHANNEL_RECIPIENT_ADD',
  recipientRemoved: 'CHANNEL_RECIPIENT_REMOVE',
  pinsUpdated: 'CHANNEL_PINS_UPDATE',
  messageCreated: 'MESSAGE_CREATE',
  messageUpdated: 'MESSAGE_UPDATE',
  messageDeleted: 'MESSAGE_DELETE',
  reactionAdded: 'MESSAGE_REACTION_ADD',
  reactionRemoved: 'MESSAGE_REACTION_REMOVE',
  typingStarted: 'TYPING_START',
} as const satisfies Record<PrivateChannelEventType, GatewayEventName>;

type Names = typeof PRIVATE_EVENT_NAMES;
type EventOf<Type extends PrivateChannelEventType> = Extract<PrivateChannelEvent, { readonly type: Type }>;
type Writers = {
  readonly [Type in PrivateChannelEventType]: (
    event: PrivateChannelEvent & EventOf<Type>,
    viewed: ViewedPrivateChannel,
    views: Views,
  ) => GatewayEvents[Names[Type]];
};

const channel = (_event: unknown, viewed: ViewedPrivateChannel, views: Views) =>
  privateChannelObject(viewed, views);
const reaction = (
  { userId, messageId, emoji }: EventOf<'reactionAdded' | 'reactionRemoved'>,
  { channel: { id } }: ViewedPrivateChannel,
) => ({ user_id: userId, channel_id: id, message_id: messageId, emoji });

/** How each event is written. */
const WRITERS: Writers = {
  channelCreated: channel,
  channelUpdated: channel,
  channelDeleted: channel,
  recipientAdded: ({ user, nick }, { channel: { id } }, views) => ({
    channel_id: id,
    user: views.user(user),
    ...(nick !== null && { nick }),
  }),
  recipientRemoved: ({ user }, { channel: { id } }, views) => ({ channel_id: id, user: views.user(user) }),
  pinsUpdated: (_event, { channel: { id, lastPinAt } }) => ({
    channel_id: id,
    last_pin_timestamp: lastPinAt === null ? null : timestamp(lastPinAt),
  }),
  messageCreated: ({ message }, _viewed, views) => views.message(message, null),
  messageUpdated: ({ message }, _viewed, views) => views.message(message, null),
  messageDeleted: ({ messageId }, { channel: { id } }) => ({ id: messageId, channel_id: id }),
  reactionAdded: reaction,
  reactionRemoved: reaction,
  typingStarted: ({ userId, at }, { channel: { id } }) => ({
    channel_id: id,
    user_id: userId,
    timestamp: Math.floor(at / 1000),
  }),
};

/** The data of an event of a private channel, field by field. */
export function writePrivateEvent(
  event: PrivateChannelEvent,
  viewed: ViewedPrivateChannel,
  views: Views,
): object {
  const write = WRITERS[event.type] as (
    event: PrivateChannelEvent,
    viewed: ViewedPrivateChannel,
    views: Views,
  ) => object;
  return write(event, viewed, views);
}
