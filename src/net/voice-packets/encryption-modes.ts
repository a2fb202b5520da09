import type { PacketCipher, Side } from './packet-cipher.js';
import { checkCounters, checkHeaders, checkRandomNonces, type ReplayCheck } from './replay-check.js';
import { RtpSizeCipher } from './rtpsize-cipher.js';
import { XSalsaCipher } from './xsalsa-cipher.js';

/** The encryption modes of the endpoint, the preferred one first (docs/voice.md, Encryption). */
const CIPHERS = {
  aead_aes256_gcm_rtpsize: (key, side) => RtpSizeCipher.aesGcm(key, side),
  aead_xchacha20_poly1305_rtpsize: (key, side) => RtpSizeCipher.xChaCha(key, side),
  xsalsa20_poly1305_lite: (key, side) => XSalsaCipher.withCounter(key, side),
  xsalsa20_poly1305_suffix: (key) => XSalsaCipher.withRandomNonce(key),
  xsalsa20_poly1305: (key) => XSalsaCipher.withHeaderNonce(key),
} satisfies Record<string, (key: Uint8Array, side: Side) => PacketCipher>;

/** How each mode finds packets that were sent before. */
const REPLAY_CHECKS: Readonly<Record<EncryptionMode, () => ReplayCheck>> = {
  aead_aes256_gcm_rtpsize: checkCounters,
  aead_xchacha20_poly1305_rtpsize: checkCounters,
  xsalsa20_poly1305_lite: checkCounters,
  xsalsa20_poly1305_suffix: checkRandomNonces,
  xsalsa20_poly1305: checkHeaders,
};

export type EncryptionMode = keyof typeof CIPHERS;

export const ENCRYPTION_MODES = Object.keys(CIPHERS) as readonly EncryptionMode[];

export function isEncryptionMode(name: string): name is EncryptionMode {
  return Object.hasOwn(CIPHERS, name);
}

/**
 * @param key 32 random bytes that are used for one client only
 * @param side which end encrypts with the result
 */
export function createCipher(mode: EncryptionMode, key: Uint8Array, side: Side): PacketCipher {
  return CIPHERS[mode](key, side);
}

/** Finds packets of one client that were sent before with the same key. */
export function createReplayCheck(mode: EncryptionMode): ReplayCheck {
  return REPLAY_CHECKS[mode]();
}
