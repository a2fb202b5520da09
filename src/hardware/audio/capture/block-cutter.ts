import { BLOCK_SAMPLES } from '../pcm.js';

/** Cuts a stream of samples into blocks of BLOCK_SAMPLES. */
export class BlockCutter {
  #block = new Int16Array(BLOCK_SAMPLES);
  #filled = 0;

  /** @param onBlock may keep the block */
  constructor(private readonly onBlock: (block: Int16Array) => void) {}

  add(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + BLOCK_SAMPLES - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === BLOCK_SAMPLES) this.#finish();
    }
  }

  #finish(): void {
    const block = this.#block;
    this.#block = new Int16Array(BLOCK_SAMPLES);
    this.#filled = 0;
    this.onBlock(block);
  }
}
