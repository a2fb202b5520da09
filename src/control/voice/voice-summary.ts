import Type, { type Static } from 'typebox';
import { combineUnsubscribes } from '../../platform/async/events.js';
import { Nullable } from '../../protocol/schema.js';
import type { VoiceRoom } from '../../voice/voice.js';
import type { ControlContext } from '../context.js';

/** The person's voice as shown in the console; volumes in percent. */
export const VoiceSummarySchema = Type.Object({
  /** the name of the voice channel; null if the person is in none */
  channel: Nullable(Type.String()),
  mute: Type.Boolean(),
  deaf: Type.Boolean(),
  input_volume: Type.Number(),
  output_volume: Type.Number(),
});
export type VoiceSummary = Static<typeof VoiceSummarySchema>;

/** Reads the summary; null if the sound devices cannot be listed, so that the page still shows the rest. */
export async function summarizeVoice({ log, voice }: ControlContext): Promise<VoiceSummary | null> {
  try {
    const { deaf, input, mute, output } = await voice.settings();
    const channel = voice.channel()?.name ?? null;
    return { channel, mute, deaf, input_volume: input.volume, output_volume: output.volume };
  } catch (err) {
    log.warn({ err }, 'failed to read voice settings');
    return null;
  }
}

/** Calls back when the summary may have changed, until the returned function is called. */
export function listenToVoice(voice: VoiceRoom, mayHaveChanged: () => void): () => void {
  return combineUnsubscribes([
    voice.watch(),
    voice.on('voiceSettingsUpdate', mayHaveChanged),
    voice.on('voiceChannelSelect', mayHaveChanged),
  ]);
}
