import { BLOCK_SAMPLES, PLAYED_CHANNELS } from '../pcm.js';
import { MAX_PACKET_SAMPLES } from './packet-samples.js';

const BLOCK = BLOCK_SAMPLES * PLAYED_CHANNELS;
/** How long two sounds are blended where something between them was dropped, in samples: 5 ms. */
const BLEND = (BLOCK_SAMPLES / 2) * PLAYED_CHANNELS;

/** Decoded sound of one speaker, stereo, from which blocks of 10 ms are taken. */
export class DecodedSound {
  readonly #samples = new Int16Array(MAX_PACKET_SAMPLES * PLAYED_CHANNELS + BLOCK);
  readonly #block = new Int16Array(BLOCK);
  #length = 0;
  /** the start of what was dropped right before the end */
  #dropped: Int16Array | null = null;

  /** Whether there is a whole block. */
  get hasBlock(): boolean {
    return this.#length >= BLOCK;
  }

  /** Whether nothing is left. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Adds sound at the end while there is no whole block. What is longer than a packet is cut off. */
  add(sound: Int16Array): void {
    const start = this.#length;
    const fitting = sound.subarray(0, this.#samples.length - start);
    this.#samples.set(fitting, start);
    this.#length += fitting.length;
    const dropped = this.#dropped;
    this.#dropped = null;
    if (dropped === null) return;
    const length = Math.min(BLEND, dropped.length, fitting.length);
    for (let at = 0; at < length; at += 1) {
      const share = at / length;
      this.#samples[start + at] = (dropped[at] ?? 0) * (1 - share) + (fitting[at] ?? 0) * share;
    }
  }

  /** Leaves out sound that would be the end: what is there is blended with what is added next. */
  drop(sound: Int16Array): void {
    this.#dropped ??= sound.slice(0, BLEND);
  }

  /** The next 10 ms, filled up with silence at the end. It is valid until the next call. */
  take(): Int16Array {
    const length = Math.min(BLOCK, this.#length);
    this.#block.fill(0);
    this.#block.set(this.#samples.subarray(0, length));
    this.#samples.copyWithin(0, length, this.#length);
    this.#length -= length;
    return this.#block;
  }

  clear(): void {
    this.#length = 0;
    this.#dropped = null;
  }
}
