import type { WantedVoiceState } from '../../guilds/rules/update-voice-state.js';
import type { GuildVoiceState } from '../../guilds/state.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Session } from './session.js';

/** What a session asks for with op 4. */
export function toWantedVoiceState(session: Pick<Session, 'id'>, d: VoiceStateUpdate): WantedVoiceState {
  return {
    channelId: d.channel_id ?? null,
    sessionId: session.id,
    selfMute: d.self_mute ?? false,
    selfDeaf: d.self_deaf ?? false,
  };
}

/** Whether a voice state already is as it is wanted. */
export function isSameVoiceState(state: GuildVoiceState, wanted: WantedVoiceState): boolean {
  const { channelId, selfDeaf, selfMute, sessionId } = wanted;
  if (state.channelId !== channelId || state.sessionId !== sessionId) return false;
  return state.selfMute === selfMute && state.selfDeaf === selfDeaf;
}
