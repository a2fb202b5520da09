import { randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa';
import { CounterNonces, type OpenedPacket, type PacketCipher, type Side } from './packet-cipher.js';
import { RTP_HEADER_BYTES, unencryptedBytes } from './rtp-packet.js';

const NONCE_BYTES = 24;
/** A nonce of a client begins with those of the endpoint once in 2^64. */
const OWN_BYTES = 8;

/** How a mode chooses the nonce of a packet, and where it writes it. */
interface NonceSource {
  next(header: Buffer): { nonce: Buffer; suffix: Buffer };
  split(packet: Buffer): { nonce: Buffer; rest: Buffer } | null;
}

const NO_SUFFIX = Buffer.alloc(0);

/** The header of a packet with zeros: it differs for each packet, because its sequence and timestamp do. */
const HEADER_NONCES: NonceSource = {
  next: (header) => ({ nonce: padded(header), suffix: NO_SUFFIX }),
  split: (packet) => ({ nonce: padded(packet.subarray(0, RTP_HEADER_BYTES)), rest: packet }),
};

/** Random nonces. Those of one side begin with the same bytes, by which it knows its own. */
class RandomNonces implements NonceSource {
  readonly #own = randomBytes(OWN_BYTES);

  next(): { nonce: Buffer; suffix: Buffer } {
    const nonce = Buffer.concat([this.#own, randomBytes(NONCE_BYTES - OWN_BYTES)]);
    return { nonce, suffix: nonce };
  }

  split(packet: Buffer): { nonce: Buffer; rest: Buffer } | null {
    const at = packet.length - NONCE_BYTES;
    if (at < 0) return null;
    const nonce = packet.subarray(at);
    return this.#own.equals(nonce.subarray(0, OWN_BYTES)) ? null : { nonce, rest: packet.subarray(0, at) };
  }
}

/** The modes of clients before 2024: they leave the first twelve bytes unencrypted and authenticate the rest only. */
export class XSalsaCipher implements PacketCipher {
  private constructor(
    private readonly key: Uint8Array,
    private readonly nonces: NonceSource,
  ) {}

  /** `xsalsa20_poly1305` */
  static withHeaderNonce(key: Uint8Array): XSalsaCipher {
    return new XSalsaCipher(key, HEADER_NONCES);
  }

  /** `xsalsa20_poly1305_suffix` */
  static withRandomNonce(key: Uint8Array): XSalsaCipher {
    return new XSalsaCipher(key, new RandomNonces());
  }

  /** `xsalsa20_poly1305_lite` */
  static withCounter(key: Uint8Array, side: Side): XSalsaCipher {
    return new XSalsaCipher(key, new CounterNonces(NONCE_BYTES, side));
  }

  seal(unencrypted: Buffer, payload: Buffer): Buffer {
    // What other modes leave in the clear beyond the header is encrypted here.
    const header = unencrypted.subarray(0, RTP_HEADER_BYTES);
    const content = Buffer.concat([unencrypted.subarray(RTP_HEADER_BYTES), payload]);
    const { nonce, suffix } = this.nonces.next(header);
    return Buffer.concat([header, xsalsa20poly1305(this.key, nonce).encrypt(content), suffix]);
  }

  open(packet: Buffer): OpenedPacket | null {
    if (packet.length < RTP_HEADER_BYTES) return null;
    const split = this.nonces.split(packet);
    if (split === null || split.rest.length < RTP_HEADER_BYTES) return null;
    const { nonce, rest } = split;
    try {
      const content = xsalsa20poly1305(this.key, nonce).decrypt(rest.subarray(RTP_HEADER_BYTES));
      const whole = Buffer.concat([rest.subarray(0, RTP_HEADER_BYTES), content]);
      const start = unencryptedBytes(whole);
      return start === null
        ? null
        : { unencrypted: whole.subarray(0, start), payload: whole.subarray(start), nonce };
    } catch {
      return null;
    }
  }
}

function padded(header: Buffer): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  header.copy(nonce);
  return nonce;
}
