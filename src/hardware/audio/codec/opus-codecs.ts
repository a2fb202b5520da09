/** Opus (RFC 6716) at 48 kHz. PCM is 16 bits, signed. */
export interface OpusCodecs {
  /** which implementation is used, e.g. `libopus 1.3.1` */
  readonly implementation: string;
  /** why it is not the libopus of the system; null if it is */
  readonly fallbackReason: string | null;
  /** an encoder of speech, mono */
  createEncoder(): OpusEncoder;
  /** a decoder of one sender, stereo */
  createDecoder(): OpusDecoder;
}

export interface EncoderSettings {
  /** in bits per second, 8,000–384,000 */
  readonly bitrate: number;
  /** the fraction of packets that get lost, 0–1; more adds redundancy (in-band FEC) */
  readonly expectedLoss: number;
}

export interface OpusEncoder {
  configure(settings: EncoderSettings): void;
  /** Encodes FRAME_SAMPLES samples, mono. */
  encode(samples: Int16Array): Buffer;
  /** Frees the memory of the library. Nothing may be encoded afterwards. */
  close(): void;
}

/** All results are stereo, interleaved: two numbers for each sample. */
export interface OpusDecoder {
  /** Decodes a packet of 2.5–120 ms. @throws {MalformedPacketError} */
  decode(packet: Uint8Array): Int16Array;
  /** What may have been in a lost packet, continuing the last sound. @param samples its length in samples per channel */
  conceal(samples: number): Int16Array;
  /**
   * A lost packet from the redundancy in the packet after it, or, without redundancy, as `conceal`.
   *
   * @throws {MalformedPacketError}
   */
  recover(next: Uint8Array, samples: number): Int16Array;
  /** Frees the memory of the library. Nothing may be decoded afterwards. */
  close(): void;
}

/** Not a packet of Opus, or one of more than 64 KiB. */
export class MalformedPacketError extends Error {
  override readonly name = 'MalformedPacketError';
}
