import type { ChatState } from '../../client/state.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { Member } from '../../protocol/objects/member.js';
import type { VoiceState } from '../../protocol/objects/voice-state.js';
import type { VoiceStateEntry } from '../../protocol/rpc/channel.js';
import { rpcUser } from './user.js';

/** Somebody in a voice channel (interface.md, Voice state entry). */
export function voiceStateEntry(voiceState: VoiceState, member: Member): VoiceStateEntry {
  const { mute, deaf, self_mute, self_deaf, suppress } = voiceState;
  return {
    voice_state: { mute, deaf, self_mute, self_deaf, suppress },
    user: rpcUser(member.user),
    nick: member.nick ?? member.user.username,
    volume: 100,
    mute: false,
    pan: { left: 1, right: 1 },
  };
}

/** Everybody in a voice channel. */
export function voiceStateEntries(state: ChatState, channel: Channel): VoiceStateEntry[] {
  const guild = channel.guild_id === undefined ? undefined : state.guild(channel.guild_id);
  if (guild === undefined) return [];
  const entries: VoiceStateEntry[] = [];
  for (const voiceState of guild.voice_states.values()) {
    const member = guild.members.get(voiceState.user_id);
    if (voiceState.channel_id === channel.id && member !== undefined) {
      entries.push(voiceStateEntry(voiceState, member));
    }
  }
  return entries;
}
