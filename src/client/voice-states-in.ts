import type { VoiceState } from '../protocol/objects/voice.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildView } from './state.js';

/** The voice states of those in a voice channel. */
export function voiceStatesIn(guild: Pick<GuildView, 'voice_states'>, channelId: Snowflake): VoiceState[] {
  return [...guild.voice_states.values()].filter(({ channel_id }) => channel_id === channelId);
}
