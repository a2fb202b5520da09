import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CounterNonces, type OpenedPacket, type PacketCipher, type Side } from './packet-cipher.js';
import { unencryptedBytes } from './rtp-packet.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `aead_aes256_gcm_rtpsize`: header, ciphertext, tag, counter. */
export class AesGcmCipher implements PacketCipher {
  readonly #nonces: CounterNonces;

  constructor(
    private readonly key: Uint8Array,
    side: Side,
  ) {
    this.#nonces = new CounterNonces(NONCE_BYTES, side);
  }

  seal(unencrypted: Buffer, payload: Buffer): Buffer {
    const { nonce, suffix } = this.#nonces.next();
    const cipher = createCipheriv(ALGORITHM, this.key, nonce);
    cipher.setAAD(unencrypted);
    const encrypted = cipher.update(payload);
    cipher.final();
    return Buffer.concat([unencrypted, encrypted, cipher.getAuthTag(), suffix]);
  }

  open(packet: Buffer): OpenedPacket | null {
    const split = this.#nonces.split(packet);
    const start = unencryptedBytes(packet);
    if (split === null || start === null) return null;
    const { nonce, rest } = split;
    const end = rest.length - TAG_BYTES;
    if (end < start) return null;
    const unencrypted = rest.subarray(0, start);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(unencrypted);
    decipher.setAuthTag(rest.subarray(end));
    const payload = decipher.update(rest.subarray(start, end));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return { unencrypted, payload };
  }
}
