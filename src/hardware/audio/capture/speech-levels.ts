import { SILENCE_LEVEL } from '../level.js';
import { SpeechLevel } from './speech-level.js';
import type { BlockLevels } from './trigger.js';

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
