import { toMono } from '../to-mono.js';

/** Blocks that are there before the first is taken: playback and recording do not keep step exactly. */
const CUSHION = 2;
/** More blocks than this are not kept: they would be taken after they are heard. */
const MAX_BLOCKS = 6;

/** What is played, in mono blocks of 10 ms, for the echo canceller. */
export class EchoReference {
  readonly #blocks: Int16Array[] = [];
  #isReady = false;

  /** A block is handed to the device. */
  push(stereo: Int16Array): void {
    this.#blocks.push(toMono(stereo));
    if (this.#blocks.length > MAX_BLOCKS) this.#keepCushion();
  }

  /** The block for the next one that was recorded; null if nothing is played. */
  take(): Int16Array | null {
    if (!this.#isReady) {
      if (this.#blocks.length < CUSHION) return null;
      // An output requests several blocks when it starts.
      this.#keepCushion();
      this.#isReady = true;
    }
    const block = this.#blocks.shift() ?? null;
    this.#isReady = block !== null;
    return block;
  }

  /** The output was closed. */
  clear(): void {
    this.#blocks.length = 0;
    this.#isReady = false;
  }

  #keepCushion(): void {
    this.#blocks.splice(0, this.#blocks.length - CUSHION);
  }
}
