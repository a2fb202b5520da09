import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa';

/** An RTP packet of Opus, as a client writes it. */
export interface SentPacket {
  readonly ssrc: number;
  readonly sequence: number;
  readonly payload: Buffer;
  /** the nonce of modes that count packets; by default the sequence */
  readonly counter?: number;
  /** by default 20 ms after that of the sequence before */
  readonly timestamp?: number;
  readonly isMarked?: boolean;
  /** contributing sources, at most 15 */
  readonly sources?: readonly number[];
  /** `words`: its length in units of 4 bytes, by default that of the content */
  readonly extension?: { readonly profile: number; readonly content: Buffer; readonly words?: number };
  /** bytes after the payload, of which the last one counts them all; absent: the packet is not padded */
  readonly padding?: Buffer;
}

/** How a client encrypts and decrypts packets; written from the documentation of the protocol. */
export interface ClientCrypto {
  seal(key: Uint8Array, packet: SentPacket): Buffer;
  open(key: Uint8Array, packet: Buffer): Buffer;
}

/** The first twelve bytes. */
function header(packet: SentPacket): Buffer {
  const { extension, isMarked = false, padding, sequence, sources = [], ssrc } = packet;
  const bytes = Buffer.alloc(12);
  bytes[0] =
    0x80 | (padding === undefined ? 0 : 0x20) | (extension === undefined ? 0 : 0x10) | sources.length;
  bytes[1] = 0x78 | (isMarked ? 0x80 : 0);
  bytes.writeUInt16BE(sequence, 2);
  bytes.writeUInt32BE(packet.timestamp ?? sequence * 960, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

/** What follows them and is not encrypted by `rtpsize` modes: contributing sources, and the preamble of the extension. */
function afterHeader({ extension, sources = [] }: SentPacket): Buffer {
  const words = sources.map((source) => {
    const word = Buffer.alloc(4);
    word.writeUInt32BE(source);
    return word;
  });
  if (extension === undefined) return Buffer.concat(words);
  const preamble = Buffer.alloc(4);
  preamble.writeUInt16BE(extension.profile);
  preamble.writeUInt16BE(extension.words ?? extension.content.length / 4, 2);
  return Buffer.concat([...words, preamble]);
}

/** What every mode encrypts: content of the extension, frame and padding. */
function content({ extension, padding = NOTHING, payload }: SentPacket): Buffer {
  return Buffer.concat([extension?.content ?? NOTHING, payload, padding]);
}
const NOTHING = Buffer.alloc(0);

const authenticated = (packet: SentPacket) => Buffer.concat([header(packet), afterHeader(packet)]);
const afterTwelve = (packet: SentPacket) => Buffer.concat([afterHeader(packet), content(packet)]);

function counterNonce(bytes: number, counter: number): Buffer {
  const nonce = Buffer.alloc(bytes);
  nonce.writeUInt32BE(counter);
  return nonce;
}

const tail = (packet: Buffer, bytes: number) => packet.subarray(packet.length - bytes);
const padded = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);

/** By the name of the mode. */
export const CLIENT_CRYPTO: Readonly<Record<string, ClientCrypto>> = {
  aead_aes256_gcm_rtpsize: {
    seal(key, packet) {
      const nonce = counterNonce(12, packet.counter ?? packet.sequence);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(packet));
      const encrypted = Buffer.concat([cipher.update(content(packet)), cipher.final()]);
      return Buffer.concat([authenticated(packet), encrypted, cipher.getAuthTag(), nonce.subarray(0, 4)]);
    },
    open(key, packet) {
      const decipher = createDecipheriv('aes-256-gcm', key, padded(tail(packet, 4), 12));
      decipher.setAAD(packet.subarray(0, 12)).setAuthTag(packet.subarray(-20, -4));
      return Buffer.concat([decipher.update(packet.subarray(12, -20)), decipher.final()]);
    },
  },
  aead_xchacha20_poly1305_rtpsize: {
    seal(key, packet) {
      const nonce = counterNonce(24, packet.counter ?? packet.sequence);
      const encrypted = xchacha20poly1305(key, nonce, authenticated(packet)).encrypt(content(packet));
      return Buffer.concat([authenticated(packet), encrypted, nonce.subarray(0, 4)]);
    },
    open(key, packet) {
      const nonce = padded(tail(packet, 4), 24);
      return Buffer.from(
        xchacha20poly1305(key, nonce, packet.subarray(0, 12)).decrypt(packet.subarray(12, -4)),
      );
    },
  },
  xsalsa20_poly1305_lite: {
    seal(key, packet) {
      const nonce = counterNonce(24, packet.counter ?? packet.sequence);
      const encrypted = xsalsa20poly1305(key, nonce).encrypt(afterTwelve(packet));
      return Buffer.concat([header(packet), encrypted, nonce.subarray(0, 4)]);
    },
    open(key, packet) {
      return Buffer.from(xsalsa20poly1305(key, padded(tail(packet, 4), 24)).decrypt(packet.subarray(12, -4)));
    },
  },
  xsalsa20_poly1305_suffix: {
    seal(key, packet) {
      const nonce = createHash('sha256').update(header(packet)).digest().subarray(0, 24);
      const encrypted = xsalsa20poly1305(key, nonce).encrypt(afterTwelve(packet));
      return Buffer.concat([header(packet), encrypted, nonce]);
    },
    open(key, packet) {
      return Buffer.from(xsalsa20poly1305(key, tail(packet, 24)).decrypt(packet.subarray(12, -24)));
    },
  },
  xsalsa20_poly1305: {
    seal(key, packet) {
      const encrypted = xsalsa20poly1305(key, padded(header(packet), 24)).encrypt(afterTwelve(packet));
      return Buffer.concat([header(packet), encrypted]);
    },
    open(key, packet) {
      const nonce = padded(packet.subarray(0, 12), 24);
      return Buffer.from(xsalsa20poly1305(key, nonce).decrypt(packet.subarray(12)));
    },
  },
};
