import { PLAYED_CHANNELS, SAMPLE_RATE } from '../pcm.js';

/** How much the gain changes with each sample: from nothing to all in 40 ms, and back. */
const STEP = 1 / (0.04 * SAMPLE_RATE);

/** Fades stereo sound in and out, without clicks. */
export class Fade {
  #gain = 1;

  /** Whether it has faded out. */
  get isSilent(): boolean {
    return this.#gain === 0;
  }

  /** Changes the sound, from the gain it has towards another. @param gain 0 or 1 */
  to(gain: 0 | 1, sound: Int16Array): Int16Array {
    if (this.#gain === gain && gain === 1) return sound;
    const faded = new Int16Array(sound.length);
    for (let at = 0; at < sound.length; at += PLAYED_CHANNELS) {
      for (let channel = at; channel < at + PLAYED_CHANNELS; channel += 1) {
        faded[channel] = (sound[channel] ?? 0) * this.#gain;
      }
      this.#gain = gain === 1 ? Math.min(1, this.#gain + STEP) : Math.max(0, this.#gain - STEP);
    }
    return faded;
  }
}
