import { BLOCK_MS } from '../pcm.js';

/** Levels are averaged over these blocks (50 ms), because those of single blocks of low noise vary by several dB. */
const AVERAGED_BLOCKS = 5;

/** Speech has a pause in nearly every window of this many parts, each of PART_BLOCKS blocks: two seconds. */
const WINDOW_PARTS = 8;
const PART_BLOCKS = 25;

/** The first blocks (100 ms) say nothing about noise: devices and filters start with silence. */
const IGNORED_BLOCKS = 10;

/** How fast the floor follows, in dB per block: up slowly, because what does not end may be a long vowel. */
const RISE = (6 * BLOCK_MS) / 1000;
const FALL = (60 * BLOCK_MS) / 1000;

/** The floor before anything was recorded, and its range, in dB of full scale. */
const INITIAL = -50;
const LOWEST = -70;
const HIGHEST = -25;

/**
 * The level of the noise between words, in dB of full scale: follows the lowest level of the last two seconds.
 *
 * Noise that sets in is taken as speech for up to two seconds, and for one second more for each 6 dB of its rise.
 */
export class NoiseFloor {
  #level = INITIAL;
  /** the powers of the last blocks, as many as are averaged */
  readonly #powers: number[] = [];
  /** the lowest average of each part of the window; the last part is the current one */
  readonly #parts: number[] = [];
  #blocks = 0;
  #ignoredBlocks = IGNORED_BLOCKS;

  /** in dB of full scale, from -70 to -25 */
  get level(): number {
    return this.#level;
  }

  /** Takes in the next block. @param level in dB of full scale */
  add(level: number): void {
    if (this.#ignoredBlocks > 0) {
      this.#ignoredBlocks -= 1;
      return;
    }
    const average = this.#average(level);
    if (this.#blocks % PART_BLOCKS === 0) this.#parts.push(average);
    if (this.#parts.length > WINDOW_PARTS) this.#parts.shift();
    this.#blocks += 1;
    const current = this.#parts.length - 1;
    this.#parts[current] = Math.min(this.#parts[current] ?? average, average);
    const lowest = Math.max(LOWEST, Math.min(HIGHEST, ...this.#parts));
    this.#level = Math.max(this.#level - FALL, Math.min(this.#level + RISE, lowest));
  }

  /** Recording begins once more, presumably in the same noise. */
  restart(): void {
    this.#powers.length = 0;
    this.#ignoredBlocks = IGNORED_BLOCKS;
  }

  #average(level: number): number {
    this.#powers.push(10 ** (level / 10));
    if (this.#powers.length > AVERAGED_BLOCKS) this.#powers.shift();
    const sum = this.#powers.reduce((total, power) => total + power, 0);
    return 10 * Math.log10(sum / this.#powers.length);
  }
}
