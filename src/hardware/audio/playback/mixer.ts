import { BLOCK_SAMPLES, PLAYED_CHANNELS } from '../pcm.js';
import { Limiter } from './limiter.js';
import type { GainRamp } from './voice-gain.js';

/** Adds up the sound of all speakers, in blocks of 10 ms, stereo. */
export class Mixer {
  readonly #sum = new Float32Array(BLOCK_SAMPLES * PLAYED_CHANNELS);
  readonly #mixed = new Int16Array(BLOCK_SAMPLES * PLAYED_CHANNELS);
  readonly #limiter = new Limiter();

  /** Adds a block to the current sum. */
  add(sound: Int16Array, gain: GainRamp): void {
    gain.addTo(this.#sum, sound);
  }

  /** Gives the sum, valid until the next call, and begins the next. @param volume of everything, in percent */
  finish(volume: number): Int16Array {
    this.#limiter.limit(this.#sum, volume / 100, this.#mixed);
    this.#sum.fill(0);
    return this.#mixed;
  }
}
