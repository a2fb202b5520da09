/** A packet whose encryption was verified and removed. */
export interface OpenedPacket {
  /** the header with its contributing sources and the preamble of its extension, whatever of it was sent in the clear */
  readonly unencrypted: Buffer;
  readonly payload: Buffer;
  /** which the encryption was verified with */
  readonly nonce: Buffer;
}

/** The transport encryption of one client's packets with one key, in both directions (docs/voice.md, Encryption). */
export interface PacketCipher {
  /** Encrypts a payload. @param unencrypted what is sent before it in the clear @returns the whole packet */
  seal(unencrypted: Buffer, payload: Buffer): Buffer;
  /** @returns null if the packet is not authentic, or this side has sealed it: both use one key */
  open(packet: Buffer): OpenedPacket | null;
}

/** bytes of the secret key of every mode */
export const SECRET_KEY_BYTES = 32;

/** bytes of the counter that is appended to each packet; the rest of a nonce is zero */
const COUNTER_BYTES = 4;

/** Which end of a connection encrypts. */
export type Side = 'client' | 'endpoint';

/** Clients count from zero, so the endpoint begins where they are after a year. */
const FIRST_COUNTS: Readonly<Record<Side, number>> = { client: 0, endpoint: 2 ** 31 };

/** Nonces that count packets: a nonce must not occur twice with one key, which both sides use. */
export class CounterNonces {
  #count: number;
  readonly #first: number;

  /** @param bytes the size of a nonce of the cipher */
  constructor(
    private readonly bytes: number,
    side: Side,
  ) {
    this.#first = FIRST_COUNTS[side];
    this.#count = this.#first;
  }

  /** The next nonce, of which the first bytes are appended to the packet. */
  next(): { nonce: Buffer; suffix: Buffer } {
    const nonce = Buffer.alloc(this.bytes);
    nonce.writeUInt32BE(this.#count);
    // 2^31 packets at 50 a second are more than a year.
    this.#count = (this.#count + 1) >>> 0;
    return { nonce, suffix: nonce.subarray(0, COUNTER_BYTES) };
  }

  /** Splits the counter from a packet. @returns null if the packet is too short, or has a nonce of this side */
  split(packet: Buffer): { nonce: Buffer; rest: Buffer } | null {
    if (packet.length < COUNTER_BYTES) return null;
    const nonce = Buffer.alloc(this.bytes);
    packet.copy(nonce, 0, packet.length - COUNTER_BYTES);
    if (this.#isOwn(nonce.readUInt32BE())) return null;
    return { nonce, rest: packet.subarray(0, packet.length - COUNTER_BYTES) };
  }

  #isOwn(count: number): boolean {
    return (count - this.#first) >>> 0 < (this.#count - this.#first) >>> 0;
  }
}
