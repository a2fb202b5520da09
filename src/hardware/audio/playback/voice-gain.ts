import type { UserVoiceSettings } from '../../../protocol/rpc/voice-settings.js';
import { BLOCK_SAMPLES } from '../pcm.js';

/** Factors of both channels. */
export interface Gain {
  readonly left: number;
  readonly right: number;
}

const UNCHANGED: Gain = { left: 1, right: 1 };

/** The factors of a user's settings: 200 % are twice the amplitude, 6 dB more. @param settings undefined: the defaults */
export function gainOf(settings: UserVoiceSettings | undefined): Gain {
  if (settings === undefined) return UNCHANGED;
  const { volume, pan, mute } = settings;
  const factor = mute ? 0 : volume / 100;
  return { left: factor * pan.left, right: factor * pan.right };
}

/** A gain that changes over 10 ms, so that a new setting makes no click. */
export class GainRamp {
  #left: number;
  #right: number;

  constructor(private target: Gain) {
    this.#left = target.left;
    this.#right = target.right;
  }

  set(target: Gain): void {
    this.target = target;
  }

  /** Adds a block of stereo sound, amplified, to a sum. */
  addTo(sum: Float32Array, sound: Int16Array): void {
    const stepLeft = (this.target.left - this.#left) / BLOCK_SAMPLES;
    const stepRight = (this.target.right - this.#right) / BLOCK_SAMPLES;
    for (let sample = 0; sample < BLOCK_SAMPLES; sample += 1) {
      const at = 2 * sample;
      sum[at] = (sum[at] ?? 0) + (sound[at] ?? 0) * (this.#left + stepLeft * sample);
      sum[at + 1] = (sum[at + 1] ?? 0) + (sound[at + 1] ?? 0) * (this.#right + stepRight * sample);
    }
    this.#left = this.target.left;
    this.#right = this.target.right;
  }
}
