import type { GuildUser, UserLookup } from '../../guilds/state.js';
import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';

import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { PrivateChannel } from './private-channel.js';

/** A private channel as one of its users sees it: `recipients` are the others (docs/rest.md, Private channels). */
export function toPrivateChannelView(channel: PrivateChannel, viewer: Snowflake, users: UserLookup): Channel {
  const view: Channel = {
    id: channel.id,
    type: channel.type,
    last_message_id: channel.lastMessageId,
    recipients: [...channel.recipients.keys()].filter((id) => id !== viewer).map((id) => toUser(id, users)),
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

/** A recipient as others see them; recipients are loaded with their channel. */
export function toUser(id: Snowflake, users: UserLookup): GuildUser {
  return users.get(id) ?? { id, username: 'unknown user', discriminator: '0000', avatar: null };
}
