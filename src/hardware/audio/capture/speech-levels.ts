import { SILENCE_LEVEL, toLevel } from '../level.js';
import { SAMPLE_RATE } from '../pcm.js';
import type { BlockLevels } from './trigger.js';

/** Below this frequency, in Hz, there is hum and rumble rather than speech. */
const LOWEST_FREQUENCY = 150;

/** Outputs of the filter below this are taken as zero: numbers close to zero are slow to calculate with. */
const NEGLIGIBLE = 1e-9;

/**
 * The level of recorded blocks without what is below 150 Hz: the power of rumble and wind varies by 20 dB from block to
 * block, which hides where speech begins.
 */
class SpeechLevel {
  readonly #filter = highPass(LOWEST_FREQUENCY);
  // the last two samples, unfiltered and filtered
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;

  /** The level of the next block, in dB of full scale from -100 to 0. */
  measure(block: Int16Array): number {
    const { a1, a2, gain } = this.#filter;
    let [x1, x2, y1, y2] = [this.#x1, this.#x2, this.#y1, this.#y2];
    let energy = 0;
    for (const x of block) {
      const y = gain * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2;
      energy += y * y;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
    }
    this.#x1 = x1;
    this.#x2 = x2;
    this.#y1 = Math.abs(y1) < NEGLIGIBLE ? 0 : y1;
    this.#y2 = Math.abs(y2) < NEGLIGIBLE ? 0 : y2;
    return toLevel(energy, block.length);
  }
}

/** A Butterworth high-pass of the second order, by the bilinear transform. */
function highPass(frequency: number): { readonly gain: number; readonly a1: number; readonly a2: number } {
  const warped = Math.tan((Math.PI * frequency) / SAMPLE_RATE);
  const gain = 1 / (1 + Math.SQRT2 * warped + warped ** 2);
  return { gain, a1: 2 * (warped ** 2 - 1) * gain, a2: (1 - Math.SQRT2 * warped + warped ** 2) * gain };
}

/** The levels of each block, before and after processing. */
export class SpeechLevels {
  readonly #recorded = new SpeechLevel();
  readonly #processed = new SpeechLevel();
  /** of the block before, as recorded */
  #before = SILENCE_LEVEL;

  /** @param factor by which the processed block was multiplied */
  measure(recorded: Int16Array, processed: Int16Array, factor: number): BlockLevels {
    const gain = 20 * Math.log10(factor);
    const level = Math.max(SILENCE_LEVEL, Math.min(0, this.#recorded.measure(recorded) + gain));
    const louder = Math.max(level, this.#before);
    this.#before = level;
    return { recorded: louder, processed: this.#processed.measure(processed) };
  }
}
