import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new random secret of 256 bits as 43 characters of base64url. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a secret that is stored: SHA-256 in hex. No salt or stretching is needed, because secrets are random. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two texts are equal, in a time that depends only on their lengths. */
export function equalInConstantTime(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a secret has this hash, in constant time. */
export function secretMatches(given: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(storedHash.padEnd(64).slice(0, 64)));
}
