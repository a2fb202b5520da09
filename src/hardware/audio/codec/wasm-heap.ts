import type { Handler, Module } from 'opusscript/build/opusscript_native_wasm.js';
import { PLAYED_CHANNELS, SAMPLE_RATE } from '../pcm.js';

/** Values of opus_defines.h. */
const APPLICATION_VOIP = 2048;
const RESET_STATE = 4028;

/** 120 ms, the longest packet of Opus. */
const MAX_SAMPLES = 5760;
/** The longest packet with 48 frames of 1275 bytes and the headers. */
const MAX_PACKET_BYTES = 64 * 1024;
/** A sample is two words of 16 bits in the memory of the module. */
const WORDS_PER_SAMPLE = 2;
const BYTES_PER_WORD = 2;

/**
 * The memory of the WebAssembly module: room for one packet and its sound, which all codecs share because each call
 * copies in and out, and handlers, which are used again because the module does not free all their memory.
 */
export class WasmHeap {
  readonly #packet: number;
  readonly #samples: number;
  readonly #unused = new Map<number, Handler[]>();

  constructor(private readonly module: Module) {
    this.#packet = module._malloc(MAX_PACKET_BYTES);
    this.#samples = module._malloc(MAX_SAMPLES * PLAYED_CHANNELS * WORDS_PER_SAMPLE * BYTES_PER_WORD);
  }

  /** A handler as new. */
  takeHandler(channels: number): Handler {
    const unused = this.#unused.get(channels)?.pop();
    if (unused === undefined) {
      return new this.module.OpusScriptHandler(SAMPLE_RATE, channels, APPLICATION_VOIP);
    }
    unused._encoder_ctl(RESET_STATE, 0);
    unused._decoder_ctl(RESET_STATE, 0);
    return unused;
  }

  returnHandler(handler: Handler, channels: number): void {
    const unused = this.#unused.get(channels) ?? [];
    this.#unused.set(channels, [...unused, handler]);
  }

  /** @returns a packet, or null if the module refuses */
  encode(handler: Handler, samples: Int16Array): Buffer | null {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    this.module.HEAPU16.set(bytes, this.#samples / BYTES_PER_WORD);
    const size = handler._encode(this.#samples, samples.length, this.#packet, samples.length);
    if (size <= 0) return null;
    return Buffer.from(this.module.HEAPU8.subarray(this.#packet, this.#packet + size));
  }

  /**
   * @param packet empty: 120 ms of what may have been in lost packets
   * @returns interleaved, or null if the packet is malformed
   */
  decode(handler: Handler, packet: Uint8Array, channels: number): Int16Array | null {
    if (packet.length > MAX_PACKET_BYTES) return null;
    this.module.HEAPU8.set(packet, this.#packet);
    const count = handler._decode(this.#packet, packet.length, this.#samples);
    if (count <= 0) return null;
    const start = this.#samples / BYTES_PER_WORD;
    const end = start + count * channels * WORDS_PER_SAMPLE;
    const sound = new Int16Array(count * channels);
    new Uint8Array(sound.buffer).set(this.module.HEAPU16.subarray(start, end));
    return sound;
  }
}
