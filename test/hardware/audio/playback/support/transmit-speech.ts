import { Transmission } from '#guildhall/hardware/audio/capture/transmission.js';
import { VoiceActivity } from '#guildhall/hardware/audio/capture/voice-activity.js';
import type { OpusCodecs } from '#guildhall/hardware/audio/codec/opus-codecs.js';
import { levelOf } from '#guildhall/hardware/audio/level.js';
import { BLOCK_MS, BLOCK_SAMPLES } from '#guildhall/hardware/audio/pcm.js';
import { blocksOf } from '../../../../helpers/sound/edit.js';
import { type Arrival, frameOf } from './packets.js';

/** The threshold of the test's voice activity, in dB of full scale. */
const THRESHOLD = -60;

/** The packets of recorded sound with the times when they are sent: none in pauses. @param sound mono */
export function transmitSpeech(opus: OpusCodecs, sound: Int16Array): Arrival[] {
  const sent: Arrival[] = [];
  const encoder = opus.createEncoder();
  let now = 0;
  const transmission = new Transmission(encoder, {
    frame: (packet) => sent.push({ at: now, frame: frameOf(sent.length, { opus: Buffer.from(packet) }) }),
    speaking: () => {},
  });
  const voiceActivity = new VoiceActivity();
  voiceActivity.configure(THRESHOLD);
  for (const block of blocksOf(sound, BLOCK_SAMPLES)) {
    now += BLOCK_MS;
    const level = levelOf(block);
    const isSpeech = voiceActivity.next({ processed: level, recorded: level });
    transmission.add(block, isSpeech, voiceActivity.preRollBlocks);
  }
  encoder.close();
  return sent;
}
