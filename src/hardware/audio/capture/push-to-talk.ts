import { BLOCK_MS } from '../pcm.js';
import type { Trigger } from './trigger.js';

/** Sends while a key is held, and for some time after it was released. */
export class PushToTalk implements Trigger {
  /** What was said before the key was pressed is not sent. */
  readonly preRollBlocks = 0;
  readonly threshold = null;
  #releaseMs = 0;
  #isHeld = false;
  #remainingBlocks = 0;

  /** @param releaseMs how long sound is sent after the release, in milliseconds */
  configure(releaseMs: number): void {
    this.#releaseMs = releaseMs;
  }

  /** The key is held, or was released. */
  press(isHeld: boolean): void {
    if (this.#isHeld && !isHeld) this.#remainingBlocks = Math.round(this.#releaseMs / BLOCK_MS);
    this.#isHeld = isHeld;
  }

  next(): boolean {
    if (this.#isHeld) return true;
    if (this.#remainingBlocks === 0) return false;
    this.#remainingBlocks -= 1;
    return true;
  }

  /** The key may still be held. */
  reset(): void {
    this.#remainingBlocks = 0;
  }
}
