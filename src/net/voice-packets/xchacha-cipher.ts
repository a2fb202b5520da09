import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { CounterNonces, type OpenedPacket, type PacketCipher, type Side } from './packet-cipher.js';
import { unencryptedBytes } from './rtp-packet.js';

const NONCE_BYTES = 24;

/** `aead_xchacha20_poly1305_rtpsize`: header, ciphertext with tag, counter. */
export class XChaChaCipher implements PacketCipher {
  readonly #nonces: CounterNonces;

  constructor(
    private readonly key: Uint8Array,
    side: Side,
  ) {
    this.#nonces = new CounterNonces(NONCE_BYTES, side);
  }

  seal(unencrypted: Buffer, payload: Buffer): Buffer {
    const { nonce, suffix } = this.#nonces.next();
    const encrypted = xchacha20poly1305(this.key, nonce, unencrypted).encrypt(payload);
    return Buffer.concat([unencrypted, encrypted, suffix]);
  }

  open(packet: Buffer): OpenedPacket | null {
    const split = this.#nonces.split(packet);
    const start = unencryptedBytes(packet);
    if (split === null || start === null || split.rest.length < start) return null;
    const { nonce, rest } = split;
    const unencrypted = rest.subarray(0, start);
    try {
      const payload = xchacha20poly1305(this.key, nonce, unencrypted).decrypt(rest.subarray(start));
      return { unencrypted, payload: Buffer.from(payload.buffer, payload.byteOffset, payload.length) };
    } catch {
      return null;
    }
  }
}
