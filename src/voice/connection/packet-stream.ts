import { createCipher, type EncryptionMode } from '../../net/voice-packets/encryption-modes.js';
import type { PacketCipher } from '../../net/voice-packets/packet-cipher.js';
import { opusFrame, readRtpHeader, writeRtpHeader } from '../../net/voice-packets/rtp-packet.js';

/** A frame of Opus is 20 ms long: samples at 48 kHz. */
const FRAME_SAMPLES = 960;

/** A frame that arrived. */
export interface ArrivedFrame {
  /** the source of its sender */
  readonly ssrc: number;
  readonly sequence: number;
  /** of its first sample, at 48 kHz */
  readonly timestamp: number;
  readonly opus: Buffer;
}

/** Frames of Opus as encrypted packets, in both directions. Sequence and timestamp continue when the key changes. */
export class PacketStream {
  #cipher: PacketCipher | null = null;
  #sequence = 0;
  #timestamp = 0;

  /** whether there is a key */
  get isOpen(): boolean {
    return this.#cipher !== null;
  }

  /** Packets are encrypted with this key from now on. */
  open(mode: EncryptionMode, key: Uint8Array): void {
    this.#cipher = createCipher(mode, key, 'client');
  }

  /** The key is no longer valid. */
  close(): void {
    this.#cipher = null;
  }

  /** The packet of a frame; null without a key. */
  write(ssrc: number, opus: Buffer): Buffer | null {
    if (this.#cipher === null) return null;
    const header = writeRtpHeader({ sequence: this.#sequence, timestamp: this.#timestamp, ssrc });
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + FRAME_SAMPLES) >>> 0;
    return this.#cipher.seal(header, opus);
  }

  /** The frame in a packet; null if it is not authentic. */
  read(packet: Buffer): ArrivedFrame | null {
    const opened = this.#cipher?.open(packet) ?? null;
    if (opened === null) return null;
    const opus = opusFrame(opened.unencrypted, opened.payload);
    const { sequence, ssrc, timestamp } = readRtpHeader(packet);
    return opus === null ? null : { ssrc, sequence, timestamp, opus };
  }
}
