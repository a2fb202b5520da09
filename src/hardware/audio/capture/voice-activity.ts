import type { NoiseFloor } from './noise-floor.js';
import type { Trigger } from './trigger.js';

/** How far above the noise an automatic threshold is, in dB. */
const MARGIN = 10;
/** How far above the threshold sound must be to be sent, in dB: noise varies by this much. */
const TOLERANCE = 1;
/** Blocks in a row that must be louder than the threshold: 20 ms, longer than most clicks of a keyboard. */
const ATTACK_BLOCKS = 2;
/** Blocks in a row that must be quiet before speech has ended: 60 ms (docs/adr/0050-voice-activity.md). */
const RELEASE_BLOCKS = 6;
/** Sound is quiet this far below the threshold, or this far above the noise if that is higher, in dB. */
const HYSTERESIS = 6;
const NOISE_HYSTERESIS = 5;

/** Sends what is louder than a threshold, from shortly before it until shortly after it. */
export class VoiceActivity implements Trigger {
  /** 40 ms: the attack, and the quiet beginning of consonants. */
  readonly preRollBlocks = 4;
  #chosen: number | null = null;
  #isActive = false;
  /** blocks in a row that contradict it */
  #contrary = 0;

  /** @param noise is updated with each block */
  constructor(private readonly noise: NoiseFloor) {}

  /** @param threshold in dB of full scale; null: follows the noise */
  configure(threshold: number | null): void {
    this.#chosen = threshold;
  }

  get threshold(): number {
    return this.#chosen ?? this.noise.level + MARGIN;
  }

  next(level: number): boolean {
    this.noise.add(level);
    const isContrary = this.#isActive ? level <= this.#quiet : level > this.threshold + TOLERANCE;
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
  }

  /** The level of a quiet block. Noise just below the threshold is quiet, too. */
  get #quiet(): number {
    const { threshold } = this;
    return Math.min(threshold, Math.max(threshold - HYSTERESIS, this.noise.level + NOISE_HYSTERESIS));
  }
}
