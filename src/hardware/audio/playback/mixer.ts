import { BLOCK_SAMPLES, PLAYED_CHANNELS } from '../pcm.js';
import type { GainRamp } from './voice-gain.js';

/** The highest amplitude that is played: a little below full scale. */
const CEILING = 32_000;
const FULL_SCALE = 32_767;
/** How long reducing the gain takes, in numbers of stereo sound: 1 ms. */
const ATTACK = 96;
/** The part of the reduction that is taken back in a block of 10 ms: most of it in a quarter of a second. */
const RELEASE = 0.08;

/** Applies the output volume, and reduces it while the sound would be too loud, instead of cutting peaks off. */
class Limiter {
  #gain: number | null = null;

  /** @param volume a factor @param limited gets the result */
  limit(sound: Float32Array, volume: number, limited: Int16Array): void {
    let peak = 1;
    for (const value of sound) peak = Math.max(peak, Math.abs(value));
    const allowed = Math.min(volume, CEILING / peak);
    const before = this.#gain ?? allowed;
    const gain = Math.min(allowed, before + (volume - before) * RELEASE);
    const length = gain < before ? ATTACK : sound.length;
    for (const [at, value] of sound.entries()) {
      const factor = before + (gain - before) * Math.min(1, at / length);
      limited[at] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, value * factor));
    }
    this.#gain = gain;
  }
}

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
