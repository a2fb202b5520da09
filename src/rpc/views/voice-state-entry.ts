import { voiceStatesIn } from '../../client/chat/state.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { Member } from '../../protocol/objects/member.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { VoiceStateEntry } from '../../protocol/rpc/channel.js';
import type { RpcContext } from '../context.js';
import { toRpcUser } from './user.js';

/** A user in a voice channel (docs/rpc.md, Commands). */
export function toVoiceStateEntry(
  { voice }: Pick<RpcContext, 'voice'>,
  voiceState: VoiceState,
  member: Member,
): VoiceStateEntry {
  const { volume, mute: isMutedHere, pan } = voice.userSettings(member.user.id);
  const { mute, deaf, self_mute, self_deaf, suppress } = voiceState;
  return {
    voice_state: { mute, deaf, self_mute, self_deaf, suppress },
    user: toRpcUser(member.user),
    nick: member.nick ?? member.user.username,
    volume,
    mute: isMutedHere,
    pan,
  };
}

/** All users in a voice channel. */
export function toVoiceStateEntries(context: RpcContext, channel: Channel): VoiceStateEntry[] {
  const { state } = context.client;
  const guild = channel.guild_id === undefined ? undefined : state.guild(channel.guild_id);
  if (guild === undefined) return [];
  return voiceStatesIn(guild, channel.id).flatMap((voiceState) => {
    const member = guild.members.get(voiceState.user_id);
    return member === undefined ? [] : [toVoiceStateEntry(context, voiceState, member)];
  });
}
