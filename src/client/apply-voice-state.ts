import type { VoiceState } from '../protocol/objects/voice.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { DispatchTarget } from './dispatch-target.js';

/** Applies VOICE_STATE_UPDATE, which covers three events: a user joins, changes or leaves. */
export function applyVoiceState({ state, events, ownVoiceChannel }: DispatchTarget, next: VoiceState): void {
  const guild = next.guild_id === undefined ? undefined : state.guild(next.guild_id);
  const member = guild?.members.get(next.user_id);
  if (guild === undefined) return;
  const before = guild.voice_states.get(next.user_id);
  if (next.channel_id === null) guild.voice_states.delete(next.user_id);
  else guild.voice_states.set(next.user_id, next);
  const moved = (before?.channel_id ?? null) !== next.channel_id;
  ownVoiceChannel.review();
  if (member === undefined) return;
  if (moved && before !== undefined && before.channel_id !== null) {
    events.emit('voiceStateDelete', { channelId: before.channel_id, state: before, member });
  }
  if (next.channel_id === null) return;
  const change = { channelId: next.channel_id, state: next, member };
  events.emit(moved ? 'voiceStateCreate' : 'voiceStateUpdate', change);
}

/** A member who leaves the guild also leaves its voice channel, even without an event for it. */
export function leaveVoice(target: DispatchTarget, guildId: Snowflake, userId: Snowflake): void {
  const before = target.state.guild(guildId)?.voice_states.get(userId);
  if (before !== undefined) applyVoiceState(target, { ...before, guild_id: guildId, channel_id: null });
}
