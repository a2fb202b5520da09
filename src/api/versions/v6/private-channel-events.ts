import type {
  PrivateChannelEvent,
  PrivateChannelEventType,
} from '../../../guilds/private-channels/decision.js';
import type { ViewedPrivateChannel } from '../../../guilds/private-channels/private-channel.js';
import type { GatewayEventName, GatewayEvents } from '../../../protocol/gateway/events.js';
import type { Views } from '../views.js';
import { deletedMessageData, pinsData, reactionData, typingData } from './message-event-data.js';
import { privateChannelObject } from './views.js';

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
  event: EventOf<'reactionAdded' | 'reactionRemoved'>,
  { channel: { id } }: ViewedPrivateChannel,
) => reactionData({ ...event, channelId: id }, null);

/** The writer of each event. */
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
  pinsUpdated: (_event, { channel: { id, lastPinAt } }) => pinsData({ channelId: id, lastPinAt }, null),
  messageCreated: ({ message }, _viewed, views) => views.message(message, null),
  messageUpdated: ({ message }, _viewed, views) => views.message(message, null),
  messageDeleted: (event, { channel: { id } }) => deletedMessageData({ ...event, channelId: id }, null),
  reactionAdded: reaction,
  reactionRemoved: reaction,
  typingStarted: (event, { channel: { id } }) => typingData({ ...event, channelId: id }, null),
};

/** The data of a private channel's event, field by field. */
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
