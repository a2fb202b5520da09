import { NoiseFloor } from './noise-floor.js';
import type { BlockLevels, Trigger } from './trigger.js';

/** How far above the noise an automatic threshold is, in dB. */
const MARGIN = 10;
/** How far above its noise sound must be as it was recorded, with an automatic threshold, in dB. */
const RECORDED_MARGIN = 8;
/** How far above the threshold sound must be to be sent, in dB: noise varies by this much. */
const TOLERANCE = 1;
/** Blocks in a row that must be louder than the threshold: 20 ms, longer than most clicks of a keyboard. */
const ATTACK_BLOCKS = 2;
/** Blocks in a row that must be quiet before speech has ended: 60 ms. Four would split two test sentences into seven parts instead of three. */
const RELEASE_BLOCKS = 6;
/** Sound is quiet this far below the threshold, or this far above the noise if that is higher, in dB. */
const HYSTERESIS = 6;
const NOISE_HYSTERESIS = 5;

/**
 * Sends what is louder than a threshold, from shortly before it until shortly after it. What gain control adds to the
 * level does not count: in pauses it amplifies noise by up to 30 dB, and an echo that was removed must not be sent. The
 * usual hangover of 200–300 ms would delay SPEAKING_STOP by as much. A plosive whose closure is longer than 60 ms ends
 * speech, and what follows is sent whole. A tone without pauses counts as noise after some seconds.
 */
export class VoiceActivity implements Trigger {
  /** 40 ms: the attack, and the quiet beginning of consonants. */
  readonly preRollBlocks = 4;
  readonly #noise = new NoiseFloor();
  /** Noise suppression leaves sounds of varying noise that are far above what it leaves otherwise. */
  readonly #recordedNoise = new NoiseFloor();
  #chosen: number | null = null;
  #isActive = false;
  /** blocks in a row that contradict it */
  #contrary = 0;

  /** @param threshold in dB of full scale; null: follows the noise */
  configure(threshold: number | null): void {
    this.#chosen = threshold;
  }

  get threshold(): number {
    return this.#chosen ?? this.#noise.level + MARGIN;
  }

  next({ processed, recorded }: BlockLevels): boolean {
    const level = Math.min(processed, recorded);
    this.#noise.add(level);
    this.#recordedNoise.add(recorded);
    const isContrary = this.#isActive ? level <= this.#quiet : this.#isLoud(level, recorded);
    this.#contrary = isContrary ? this.#contrary + 1 : 0;
    if (this.#contrary === (this.#isActive ? RELEASE_BLOCKS : ATTACK_BLOCKS)) {
      this.#isActive = !this.#isActive;
      this.#contrary = 0;
    }
    return this.#isActive;
  }

  reset(): void {
    this.#isActive = false;
    this.#contrary = 0;
    this.#noise.restart();
    this.#recordedNoise.restart();
  }

  #isLoud(level: number, recorded: number): boolean {
    const isAboveNoise = this.#chosen !== null || recorded > this.#recordedNoise.level + RECORDED_MARGIN;
    return isAboveNoise && level > this.threshold + TOLERANCE;
  }

  /** The level of a quiet block. Noise just below the threshold is quiet, too. */
  get #quiet(): number {
    const { threshold } = this;
    return Math.min(threshold, Math.max(threshold - HYSTERESIS, this.#noise.level + NOISE_HYSTERESIS));
  }
}
