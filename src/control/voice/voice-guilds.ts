import { orderChannels } from '../../client/chat/channel-order.js';
import type { GuildView } from '../../client/chat/state.js';
import { findVoiceEntryRefusal } from '../../client/chat/voice-entry.js';
import type { ChatClient } from '../../client/client.js';
import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import { listPresent, nameOf } from './own-voice-channel.js';
import type { ListedVoiceChannel, VoiceGuild, VoiceGuilds } from './voice-schemas.js';

/** How many names are listed for each channel. */
const MAX_NAMES = 10;
/** How many channels are listed: few enough for one item of a stream. */
const MAX_CHANNELS = 500;

/** The voice channels that the person may view, in their order, by guild. Guilds without any are omitted. */
export function readVoiceGuilds(client: Pick<ChatClient, 'state' | 'user'>): VoiceGuilds {
  const { state, user } = client;
  const guilds: VoiceGuild[] = [];
  let [room, more] = [MAX_CHANNELS, 0];
  for (const guild of state.guilds()) {
    const all = voiceChannels(state.channels(guild.id));
    const channels = all.slice(0, room).map((channel) => toListed(guild, channel, user?.id ?? null));
    if (channels.length > 0) guilds.push({ id: guild.id, name: guild.name, channels });
    room -= channels.length;
    more += all.length - channels.length;
  }
  return { guilds, more };
}

/** Those of the channels of a guild that are voice channels, in their order. */
export function voiceChannels(channels: readonly Channel[]): Channel[] {
  return orderChannels(channels).filter(({ type }) => type === CHANNEL_TYPES.GUILD_VOICE);
}

function toListed(guild: GuildView, channel: Channel, userId: string | null): ListedVoiceChannel {
  const present = listPresent(guild, channel);
  const refusal = userId === null ? 'forbidden' : findVoiceEntryRefusal(guild, channel, userId);
  return {
    id: channel.id,
    name: channel.name ?? '',
    user_limit: channel.user_limit ?? 0,
    refusal: refusal === 'invisible' ? 'forbidden' : refusal,
    members: present.slice(0, MAX_NAMES).map(({ member }) => nameOf(member)),
    more: Math.max(0, present.length - MAX_NAMES),
  };
}
