import { createCipheriv, createDecipheriv } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { asBuffer } from '../../protocol/encoding/encoding.js';
import { CounterNonces, type OpenedPacket, type PacketCipher, type Side } from './packet-cipher.js';
import { unencryptedBytes } from './rtp-packet.js';

/** Authenticated encryption; what is sealed ends with the tag. */
interface Aead {
  readonly nonceBytes: number;
  /** @returns the parts of the sealed payload */
  seal(key: Uint8Array, nonce: Buffer, authenticated: Buffer, payload: Buffer): readonly Uint8Array[];
  /** @throws {Error} if it is not authentic */
  open(key: Uint8Array, nonce: Buffer, authenticated: Buffer, sealed: Buffer): Uint8Array;
}

const AES = 'aes-256-gcm';
const AES_TAG_BYTES = 16;

const AES_GCM: Aead = {
  nonceBytes: 12,
  seal(key, nonce, authenticated, payload) {
    const cipher = createCipheriv(AES, key, nonce).setAAD(authenticated);
    const encrypted = cipher.update(payload);
    cipher.final();
    return [encrypted, cipher.getAuthTag()];
  },
  open(key, nonce, authenticated, sealed) {
    const tagAt = Math.max(0, sealed.length - AES_TAG_BYTES);
    const decipher = createDecipheriv(AES, key, nonce, { authTagLength: AES_TAG_BYTES });
    decipher.setAAD(authenticated).setAuthTag(sealed.subarray(tagAt));
    const payload = decipher.update(sealed.subarray(0, tagAt));
    decipher.final();
    return payload;
  },
};

const XCHACHA: Aead = {
  nonceBytes: 24,
  seal: (key, nonce, authenticated, payload) => [
    xchacha20poly1305(key, nonce, authenticated).encrypt(payload),
  ],
  open: (key, nonce, authenticated, sealed) => xchacha20poly1305(key, nonce, authenticated).decrypt(sealed),
};

/** The modes that end in `rtpsize`: what stays in the clear, ciphertext with tag, counter. */
export class RtpSizeCipher implements PacketCipher {
  readonly #nonces: CounterNonces;

  private constructor(
    private readonly key: Uint8Array,
    side: Side,
    private readonly aead: Aead,
  ) {
    this.#nonces = new CounterNonces(aead.nonceBytes, side);
  }

  /** `aead_aes256_gcm_rtpsize` */
  static aesGcm(key: Uint8Array, side: Side): RtpSizeCipher {
    return new RtpSizeCipher(key, side, AES_GCM);
  }

  /** `aead_xchacha20_poly1305_rtpsize` */
  static xChaCha(key: Uint8Array, side: Side): RtpSizeCipher {
    return new RtpSizeCipher(key, side, XCHACHA);
  }

  seal(unencrypted: Buffer, payload: Buffer): Buffer {
    const { nonce, suffix } = this.#nonces.next();
    const sealed = this.aead.seal(this.key, nonce, unencrypted, payload);
    return Buffer.concat([unencrypted, ...sealed, suffix]);
  }

  open(packet: Buffer): OpenedPacket | null {
    const split = this.#nonces.split(packet);
    const start = unencryptedBytes(packet);
    if (split === null || start === null || split.rest.length < start) return null;
    const { nonce, rest } = split;
    const unencrypted = rest.subarray(0, start);
    try {
      const payload = this.aead.open(this.key, nonce, unencrypted, rest.subarray(start));
      return { unencrypted, payload: asBuffer(payload), nonce };
    } catch {
      return null;
    }
  }
}
