import type { Channel } from '#guildhall/protocol/objects/channel.js';
import type { VoiceState } from '#guildhall/protocol/objects/voice.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import type { MockChatClient } from '../mocks/mock-client.js';
import { guild, textChannel } from './objects.js';

const { CONNECT, VIEW_CHANNEL } = PERMISSIONS;
const EVERYONE = {
  ...{ name: '@everyone', color: 0, hoist: false, position: 0, managed: false, mentionable: false },
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
};
const PLAIN = { deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false };

/** A voice channel, with what a test cares about. */
export function voiceChannel(id: string, fields: Partial<Channel> = {}): Channel {
  return textChannel(id, { type: 2, ...fields });
}

/** Adds guild 200 with voice channels, 12 and 13 by default, the person (1) and members from id 2 on. */
export function addVoiceGuild(
  client: MockChatClient,
  {
    channels = [voiceChannel('12', { name: 'Lounge' }), voiceChannel('13', { name: 'Stage', position: 1 })],
    names = ['bob', 'carol'],
  } = {},
): void {
  const plain = guild('200');
  const members = names.map((username, index) => ({
    user: { id: String(index + 2), username, discriminator: '0001', avatar: null },
    ...{ roles: [], joined_at: '2018-01-01T00:00:00.000000+00:00', deaf: false, mute: false, flags: 0 },
  }));
  // Who owns a guild may join channels that are full.
  const everyone = { ...EVERYONE, id: '200', permissions: VIEW_CHANNEL | CONNECT };
  client.addGuild({
    ...plain,
    owner_id: '2',
    roles: [everyone],
    channels,
    members: [...plain.members, ...members],
  });
}

/** Puts a user into a voice channel of guild 200, or (null) out of it. */
export function setVoiceState(
  client: MockChatClient,
  userId: string,
  channelId: string | null,
  flags: Partial<VoiceState> = {},
): void {
  client.dispatch('VOICE_STATE_UPDATE', {
    ...{ guild_id: '200', channel_id: channelId, user_id: userId, session_id: userId },
    ...PLAIN,
    ...flags,
  });
}
