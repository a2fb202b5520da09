import type { NativeOpusDecoder, NativeOpusEncoder, OpusBinding } from '../../../platform/native/opus.js';
import { COMPLEXITY, DEFAULT_SETTINGS, lossInPercent } from './encoder-values.js';
import {
  type EncoderSettings,
  MalformedPacketError,
  type OpusCodecs,
  type OpusDecoder,
  type OpusEncoder,
} from './opus-codecs.js';

/** Opus by the libopus of the system. */
export class NativeOpusCodecs implements OpusCodecs {
  readonly fallbackReason = null;

  /** @param implementation the version that libopus states */
  constructor(
    private readonly binding: OpusBinding,
    readonly implementation: string,
  ) {}

  createEncoder(): OpusEncoder {
    return new NativeEncoder(new this.binding.Encoder());
  }

  createDecoder(): OpusDecoder {
    return new NativeDecoder(new this.binding.Decoder());
  }
}

class NativeEncoder implements OpusEncoder {
  constructor(private readonly encoder: NativeOpusEncoder) {
    this.configure(DEFAULT_SETTINGS);
  }

  configure(settings: EncoderSettings): void {
    this.encoder.configure(settings.bitrate, lossInPercent(settings), COMPLEXITY);
  }

  encode(samples: Int16Array): Buffer {
    return this.encoder.encode(samples);
  }

  close(): void {
    this.encoder.close();
  }
}

class NativeDecoder implements OpusDecoder {
  constructor(private readonly decoder: NativeOpusDecoder) {}

  decode(packet: Uint8Array): Int16Array {
    return requireSound(this.decoder.decode(packet));
  }

  conceal(samples: number): Int16Array {
    return requireSound(this.decoder.conceal(samples));
  }

  recover(next: Uint8Array, samples: number): Int16Array {
    return requireSound(this.decoder.recover(next, samples));
  }

  close(): void {
    this.decoder.close();
  }
}

function requireSound(sound: Int16Array | null): Int16Array {
  if (sound === null) throw new MalformedPacketError('not a packet of Opus');
  return sound;
}
