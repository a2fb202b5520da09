import {
  MalformedPacketError,
  type OpusCodecs,
  type OpusDecoder,
} from '#guildhall/hardware/audio/codec/opus-codecs.js';
import { packetSamples } from '#guildhall/hardware/audio/playback/packet-samples.js';

/** A packet of 20 ms that the mock decoder decodes to constant sound. @param value 0–254 */
export function packetOf(value: number): Buffer {
  return Buffer.from([0xf8, value]);
}

export const MALFORMED = Buffer.from([0xf8, 0xff]);
export const SILENCE_PACKET = Buffer.from([0xf8, 0xff, 0xfe]);

/** What decoders were asked for: `decode 3`, `conceal 480`, `recover 4`. */
export class MockOpus implements Pick<OpusCodecs, 'createDecoder'> {
  readonly calls: string[] = [];
  created = 0;
  open = 0;

  createDecoder(): OpusDecoder {
    this.created += 1;
    this.open += 1;
    return new MockDecoder(this);
  }
}

/** Decodes each packet to its value times 100 in both channels. Concealment repeats the last value. */
class MockDecoder implements OpusDecoder {
  #value = 0;

  constructor(private readonly opus: MockOpus) {}

  decode(packet: Uint8Array): Int16Array {
    this.opus.calls.push(`decode ${packet.length === 2 ? packet[1] : 'silence'}`);
    if (packet.length === 2 && packet[1] === 0xff) throw new MalformedPacketError('malformed');
    this.#value = packet.length === 3 ? 0 : 100 * (packet[1] ?? 0);
    return this.#sound(packetSamples(packet) ?? 0);
  }

  conceal(samples: number): Int16Array {
    this.opus.calls.push(`conceal ${samples}`);
    return this.#sound(samples);
  }

  recover(next: Uint8Array, samples: number): Int16Array {
    this.opus.calls.push(`recover from ${next[1]}`);
    if (next[1] === 0xff) throw new MalformedPacketError('malformed');
    return this.#sound(samples);
  }

  close(): void {
    this.opus.open -= 1;
  }

  #sound(samples: number): Int16Array {
    return new Int16Array(2 * samples).fill(this.#value);
  }
}
