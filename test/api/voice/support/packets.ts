import { createCipheriv, createDecipheriv } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa';

/** An RTP packet of Opus, as a client writes it. */
export interface SentPacket {
  readonly ssrc: number;
  readonly sequence: number;
  readonly payload: Buffer;
  /** the nonce of modes that count packets; by default the sequence */
  readonly counter?: number;
}

/** How a client encrypts and decrypts packets; written from the documentation of the protocol. */
export interface ClientCrypto {
  seal(key: Uint8Array, packet: SentPacket): Buffer;
  open(key: Uint8Array, packet: Buffer): Buffer;
}

function header({ sequence, ssrc }: SentPacket): Buffer {
  const bytes = Buffer.from('80780000000000000000000000'.slice(0, 24), 'hex');
  bytes.writeUInt16BE(sequence, 2);
  bytes.writeUInt32BE(sequence * 960, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

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
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header(packet));
      const encrypted = Buffer.concat([cipher.update(packet.payload), cipher.final()]);
      return Buffer.concat([header(packet), encrypted, cipher.getAuthTag(), nonce.subarray(0, 4)]);
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
      const encrypted = xchacha20poly1305(key, nonce, header(packet)).encrypt(packet.payload);
      return Buffer.concat([header(packet), encrypted, nonce.subarray(0, 4)]);
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
      const encrypted = xsalsa20poly1305(key, nonce).encrypt(packet.payload);
      return Buffer.concat([header(packet), encrypted, nonce.subarray(0, 4)]);
    },
    open(key, packet) {
      return Buffer.from(xsalsa20poly1305(key, padded(tail(packet, 4), 24)).decrypt(packet.subarray(12, -4)));
    },
  },
  xsalsa20_poly1305_suffix: {
    seal(key, packet) {
      const nonce = Buffer.alloc(24, packet.sequence);
      const encrypted = xsalsa20poly1305(key, nonce).encrypt(packet.payload);
      return Buffer.concat([header(packet), encrypted, nonce]);
    },
    open(key, packet) {
      return Buffer.from(xsalsa20poly1305(key, tail(packet, 24)).decrypt(packet.subarray(12, -24)));
    },
  },
  xsalsa20_poly1305: {
    seal(key, packet) {
      const encrypted = xsalsa20poly1305(key, padded(header(packet), 24)).encrypt(packet.payload);
      return Buffer.concat([header(packet), encrypted]);
    },
    open(key, packet) {
      const nonce = padded(packet.subarray(0, 12), 24);
      return Buffer.from(xsalsa20poly1305(key, nonce).decrypt(packet.subarray(12)));
    },
  },
};
