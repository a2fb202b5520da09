import { OPUS_SILENCE, SILENCE_FRAMES } from '../../../protocol/opus-silence.js';
import type { CallListener } from '../call/call.js';
import type { OpusEncoder } from '../codec/opus-codecs.js';
import { BLOCK_SAMPLES, FRAME_SAMPLES } from '../pcm.js';

const BLOCKS_PER_FRAME = FRAME_SAMPLES / BLOCK_SAMPLES;

/**
 * Sends recorded blocks as frames of Opus while there is speech, and five frames of silence after it, one every 20 ms.
 * Speech that begins within these 100 ms takes the place of the rest of them.
 */
export class Transmission {
  readonly #preRoll = new PreRoll();
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  /** blocks in the frame */
  #blocks = 0;
  #isSpeaking = false;
  /** frames of silence that are still to be sent, and blocks since the last one */
  #silenceFrames = 0;
  #silentBlocks = 0;

  constructor(
    private readonly encoder: Pick<OpusEncoder, 'encode'>,
    private readonly listener: Pick<CallListener, 'frame' | 'speaking'>,
  ) {}

  /** Whether blocks are being sent. */
  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /**
   * Takes in the next block; it is copied.
   *
   * @param isSpeech whether it is sent
   * @param preRollBlocks how many blocks before the first that is sent are sent, too
   */
  add(block: Int16Array, isSpeech: boolean, preRollBlocks: number): void {
    if (isSpeech) {
      if (!this.#isSpeaking) this.#start();
      this.#send(block);
      return;
    }
    if (this.#isSpeaking) this.#stop();
    this.#preRoll.add(block, preRollBlocks);
    this.#sendSilence();
  }

  /** No more blocks follow for now: ends speech at once. */
  end(): void {
    if (this.#isSpeaking) this.#stop();
    this.#preRoll.take();
    for (; this.#silenceFrames > 0; this.#silenceFrames -= 1) this.listener.frame(OPUS_SILENCE);
  }

  #start(): void {
    this.#isSpeaking = true;
    this.listener.speaking(true);
    for (const block of this.#preRoll.take()) this.#send(block);
  }

  #send(block: Int16Array): void {
    this.#frame.set(block, this.#blocks * BLOCK_SAMPLES);
    this.#blocks += 1;
    if (this.#blocks < BLOCKS_PER_FRAME) return;
    this.#blocks = 0;
    this.listener.frame(this.encoder.encode(this.#frame));
  }

  /** Fills the last frame with silence. */
  #stop(): void {
    if (this.#blocks > 0) this.#send(new Int16Array(BLOCK_SAMPLES));
    this.#isSpeaking = false;
    this.#silenceFrames = SILENCE_FRAMES;
    this.#silentBlocks = 0;
    this.listener.speaking(false);
  }

  #sendSilence(): void {
    if (this.#silenceFrames === 0) return;
    if (this.#silentBlocks % BLOCKS_PER_FRAME === 0) {
      this.#silenceFrames -= 1;
      this.listener.frame(OPUS_SILENCE);
    }
    this.#silentBlocks += 1;
  }
}

/** The last blocks that were not sent. */
class PreRoll {
  readonly #blocks: Int16Array[] = [];

  /** Keeps a copy of a block, and of those before it so many that there are `limit` at most. */
  add(block: Int16Array, limit: number): void {
    this.#blocks.push(block.slice());
    while (this.#blocks.length > limit) this.#blocks.shift();
  }

  /** @returns the blocks, oldest first; none are kept from then on */
  take(): Int16Array[] {
    return this.#blocks.splice(0);
  }
}
