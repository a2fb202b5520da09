import { AesGcmCipher } from './aes-gcm-cipher.js';
import type { PacketCipher } from './packet-cipher.js';
import { XChaChaCipher } from './xchacha-cipher.js';
import { XSalsaCipher } from './xsalsa-cipher.js';

/** The encryption modes of the endpoint, the preferred one first (docs/voice.md, Encryption). */
const CIPHERS = {
  aead_aes256_gcm_rtpsize: (key) => new AesGcmCipher(key),
  aead_xchacha20_poly1305_rtpsize: (key) => new XChaChaCipher(key),
  xsalsa20_poly1305_lite: (key) => XSalsaCipher.withCounter(key),
  xsalsa20_poly1305_suffix: (key) => XSalsaCipher.withRandomNonce(key),
  xsalsa20_poly1305: (key) => XSalsaCipher.withHeaderNonce(key),
} satisfies Record<string, (key: Uint8Array) => PacketCipher>;

export type EncryptionMode = keyof typeof CIPHERS;

export const ENCRYPTION_MODES = Object.keys(CIPHERS) as readonly EncryptionMode[];

export function isEncryptionMode(name: string): name is EncryptionMode {
  return Object.hasOwn(CIPHERS, name);
}

/** @param key 32 random bytes that are used for one client only */
export function createCipher(mode: EncryptionMode, key: Uint8Array): PacketCipher {
  return CIPHERS[mode](key);
}
