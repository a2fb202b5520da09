import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createCipher } from '#guildhall/net/voice-packets/encryption-modes.js';
import type { PacketCipher } from '#guildhall/net/voice-packets/packet-cipher.js';
import { readRtpHeader, writeRtpHeader } from '#guildhall/net/voice-packets/rtp-packet.js';

/** How the relay of a row is reached, and the key and source of its speaker. */
export interface RelayTarget {
  readonly port: number;
  readonly ssrc: number;
  readonly key: readonly number[];
}

export const MODE = 'aead_aes256_gcm_rtpsize';
/** bytes of an Opus frame of 20 ms at 64 kbit/s */
const OPUS = Buffer.alloc(160, 1);
const BUFFER_BYTES = 4 * 1024 * 1024;
const SEQUENCES = 2 ** 16;
/** After so long without a packet, those in transit are lost, in milliseconds. */
const LOST_AFTER_MS = 100;

/** Speaks to a relay as fast as it passes packets on, and receives the packets of all listeners at one address. */
export class PacketLoad {
  #sent = 0;
  #handled = 0;
  #progress: () => void = () => {};

  private constructor(
    private readonly socket: Socket,
    private readonly underWay: number,
  ) {
    socket.on('message', (packet) => {
      // The relay handles packets in their order.
      const behind = (this.#sent - readRtpHeader(packet).sequence + SEQUENCES) % SEQUENCES;
      const handled = this.#sent - behind + 1;
      if (handled <= this.#handled || handled > this.#sent) return;
      this.#handled = handled;
      this.#progress();
    });
  }

  /** @param underWay the number of packets that are sent before one is passed on */
  static async open(underWay: number): Promise<PacketLoad> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES, sendBufferSize: BUFFER_BYTES });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new PacketLoad(socket, underWay);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Speaks for a time. @param ms milliseconds @returns the number of packets that the relay handled */
  async run(ms: number, { port, ssrc }: RelayTarget, cipher: PacketCipher): Promise<number> {
    const until = performance.now() + ms;
    const before = this.#handled;
    while (performance.now() < until) {
      while (this.#sent - this.#handled < this.underWay) {
        const header = writeRtpHeader({ sequence: this.#sent % SEQUENCES, timestamp: 0, ssrc });
        this.socket.send(cipher.seal(header, OPUS), port, '127.0.0.1');
        this.#sent += 1;
      }
      await this.#untilProgress();
    }
    return this.#handled - before;
  }

  async stop(): Promise<void> {
    this.socket.close();
  }

  async #untilProgress(): Promise<void> {
    const progress = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#handled = this.#sent;
        resolve();
      }, LOST_AFTER_MS);
      this.#progress = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await progress;
  }
}

/** The speaker of a target. */
export function createSpeaker({ key }: RelayTarget): PacketCipher {
  return createCipher(MODE, Uint8Array.from(key), 'client');
}
