import type { Channel } from '#guildhall/protocol/objects/channel.js';
import type { GuildCreate } from '#guildhall/protocol/objects/guild.js';
import type { Message } from '#guildhall/protocol/objects/message.js';

/** Objects as the gateway sends them, with what a test cares about. */

export function textChannel(id: string, fields: Partial<Channel> = {}): Channel {
  return {
    id,
    type: 0,
    name: `channel-${id}`,
    position: 0,
    topic: null,
    permission_overwrites: [],
    ...fields,
  };
}

export function guild(id: string, fields: Partial<GuildCreate> = {}): GuildCreate {
  return {
    id,
    name: `Guild ${id}`,
    icon: null,
    splash: null,
    owner_id: '1',
    region: 'us-east',
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    roles: [],
    emojis: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    joined_at: '2018-01-01T00:00:00.000000+00:00',
    large: false,
    unavailable: false,
    member_count: 1,
    voice_states: [],
    members: [
      {
        user: { id: '1', username: 'ada', discriminator: '0001', avatar: null },
        roles: [],
        joined_at: '2018-01-01T00:00:00.000000+00:00',
        deaf: false,
        mute: false,
        flags: 0,
      },
    ],
    channels: [],
    presences: [],
    ...fields,
  };
}

export function message(id: string, channelId: string, fields: Partial<Message> = {}): Message {
  return {
    id,
    channel_id: channelId,
    author: { id: '1', username: 'ada', discriminator: '0001', avatar: null },
    content: `message ${id}`,
    timestamp: '2018-01-01T00:00:00.000000+00:00',
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type: 0,
    ...fields,
  };
}
