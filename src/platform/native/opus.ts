import { bindingLoader } from './binding.js';
import type { LibraryProbe } from './library-probe.js';

/** Encodes speech at 48 kHz, mono (native/opus/speech_encoder.h). */
export interface NativeOpusEncoder {
  /**
   * @param bitrate in bits per second, 500–512,000
   * @param expectedLoss in percent, 0–100
   * @param complexity 0–10
   */
  configure(bitrate: number, expectedLoss: number, complexity: number): void;
  /** Encodes 960 samples, 20 ms. */
  encode(samples: Int16Array): Buffer;
  /** Frees the encoder. Every later call throws a TypeError. */
  close(): void;
}

/** Decodes the packets of one sender to interleaved stereo at 48 kHz (native/opus/stereo_decoder.h). */
export interface NativeOpusDecoder {
  /** @returns null if the packet is malformed, as `recover` */
  decode(packet: Uint8Array): Int16Array | null;
  /** @param samples for each channel: a multiple of 120 up to 5760, as in `recover` */
  conceal(samples: number): Int16Array | null;
  /** The packet before `next` from its redundancy; concealed if it has none. */
  recover(next: Uint8Array, samples: number): Int16Array | null;
  /** Frees the decoder. Every later call throws a TypeError. */
  close(): void;
}

/** Opus by libopus, which is opened when it is first used (native/binding/opus.cc). */
export interface OpusBinding {
  probe(): LibraryProbe;
  /** The constructors throw an Error if libopus cannot be used. */
  readonly Encoder: new () => NativeOpusEncoder;
  readonly Decoder: new () => NativeOpusDecoder;
}

export const loadOpus = bindingLoader<OpusBinding>('opus', ['probe', 'Encoder', 'Decoder']);
