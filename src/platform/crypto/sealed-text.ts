import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const PUBLIC_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text cannot be sealed for this key. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

/** A key for one text, in memory alone: what is sealed for it can be read with it and nothing else. */
export class SealKey {
  readonly #private: KeyObject;
  /** 32 bytes in base64url */
  readonly publicKey: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('x25519');
    this.#private = privateKey;
    this.publicKey = toText(publicKey);
  }

  /** @param context what the text was sealed with @returns null if it was sealed for another key or context, or changed */
  open(sealed: string, context: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    const encrypted = bytes.subarray(PUBLIC_KEY_BYTES + NONCE_BYTES, -TAG_BYTES);
    const sender = toPublicKey(bytes.subarray(0, PUBLIC_KEY_BYTES));
    if (sender === null || bytes.length < PUBLIC_KEY_BYTES + NONCE_BYTES + TAG_BYTES) return null;
    try {
      const nonce = bytes.subarray(PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, deriveKey(this.#private, sender, context), nonce);
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString();
    } catch {
      return null;
    }
  }
}

/**
 * Encrypts a text so that only the holder of a `SealKey` can read it (X25519, HKDF-SHA-256, AES-256-GCM).
 *
 * @param publicKey of the reader
 * @param context what the text is for; the reader has to name the same
 * @returns 60 bytes more than the text, in base64url
 * @throws {InvalidKeyError}
 */
export function sealText(text: string, publicKey: string, context: string): string {
  const reader = toPublicKey(Buffer.from(publicKey, 'base64url'));
  const own = generateKeyPairSync('x25519');
  const nonce = randomBytes(NONCE_BYTES);
  const key = reader === null ? null : tryDeriveKey(own.privateKey, reader, context);
  if (key === null) throw new InvalidKeyError('not a public key of X25519');
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const sender = Buffer.from(toText(own.publicKey), 'base64url');
  return Buffer.concat([sender, nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

function toText(publicKey: KeyObject): string {
  return publicKey.export({ format: 'jwk' }).x ?? '';
}

function toPublicKey(bytes: Buffer): KeyObject | null {
  if (bytes.length !== PUBLIC_KEY_BYTES) return null;
  const jwk = { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** @returns null for the few public keys whose shared secret is known to everybody */
function tryDeriveKey(own: KeyObject, other: KeyObject, context: string): Buffer | null {
  try {
    return deriveKey(own, other, context);
  } catch {
    return null;
  }
}

function deriveKey(privateKey: KeyObject, publicKey: KeyObject, context: string): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, '', context, 32));
}
