import type { ChatState } from '../../client/state.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { VoiceStateEntry } from '../../protocol/rpc/channel.js';
import { rpcUser } from './user.js';

/** Who is in a voice channel. */
export function voiceStateEntries(state: ChatState, channel: Channel): VoiceStateEntry[] {
  const guild = channel.guild_id === undefined ? undefined : state.guild(channel.guild_id);
  if (guild === undefined) return [];
  const entries: VoiceStateEntry[] = [];
  for (const voiceState of guild.voice_states.values()) {
    const member = guild.members.get(voiceState.user_id);
    if (voiceState.channel_id !== channel.id || member === undefined) continue;
    const { mute, deaf, self_mute, self_deaf, suppress } = voiceState;
    entries.push({
      voice_state: { mute, deaf, self_mute, self_deaf, suppress },
      user: rpcUser(member.user),
      nick: member.nick ?? member.user.username,
      volume: 100,
      mute: false,
      pan: { left: 1, right: 1 },
    });
  }
  return entries;
}
