import { recipientOf, type ViewedPrivateChannel } from '../../../guilds/private-channels/private-channel.js';
import { CHANNEL_TYPES, type Channel } from '../../../protocol/objects/channel.js';
import { timestamp } from '../../../protocol/timestamp.js';
import type { UserView } from './user-view.js';

/** A private channel field by field; `recipients` are the other users (docs/rest.md, Private channels). */
export function privateChannelObject(
  { channel, viewer, users }: ViewedPrivateChannel,
  views: UserView,
): Channel {
  const others = [...channel.recipients.keys()].filter((id) => id !== viewer);
  const view: Channel = {
    id: channel.id,
    type: channel.type,
    last_message_id: channel.lastMessageId,
    recipients: others.map((id) => views.user(recipientOf(id, users))),
    ...(channel.lastPinAt !== null && { last_pin_timestamp: timestamp(channel.lastPinAt) }),
  };
  if (channel.type === CHANNEL_TYPES.DM) return view;
  const nicks = [...channel.recipients.values()].flatMap(({ userId: id, nick }) =>
    nick === null ? [] : [{ id, nick }],
  );
  return {
    ...view,
    name: channel.name,
    icon: channel.icon,
    ...(channel.ownerId !== null && { owner_id: channel.ownerId }),
    ...(channel.applicationId !== null && { application_id: channel.applicationId }),
    ...(nicks.length > 0 && { nicks }),
  };
}
