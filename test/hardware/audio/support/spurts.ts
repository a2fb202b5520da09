import { SpeechLevels } from '#guildhall/hardware/audio/capture/speech-levels.js';
import { VoiceActivity } from '#guildhall/hardware/audio/capture/voice-activity.js';
import { BLOCK_SAMPLES } from '#guildhall/hardware/audio/pcm.js';
import { blocksOf } from '../../../helpers/sound/edit.js';

/** A time during which sound is sent, in seconds. */
interface Spurt {
  readonly start: number;
  readonly end: number;
}

/**
 * The times during which a sound is sent.
 *
 * @param threshold in dB of full scale; null: automatic
 * @param process what is done to each block before it is sent
 */
export function spurtsOf(
  sound: Int16Array,
  threshold: number | null = null,
  process = (block: Int16Array) => block,
): Spurt[] {
  const levels = new SpeechLevels();
  const activity = new VoiceActivity();
  activity.configure(threshold);
  const active = blocksOf(sound, BLOCK_SAMPLES).map((block) =>
    activity.next(levels.measure(block, process(block), 1)),
  );
  const starts = active.flatMap((is, at) => (is && active[at - 1] !== true ? [at / 100] : []));
  return starts.map((start) => {
    const end = active.indexOf(false, Math.round(start * 100));
    return { start, end: end === -1 ? sound.length / 48_000 : end / 100 };
  });
}
