import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new random secret of 256 bits as 43 characters of base64url. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored instead of a secret: SHA-256 in hex. Enough because secrets are random, not chosen. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two texts are the same, in a time that depends on their lengths alone. */
export function equalInConstantTime(expected: string, shown: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(shown)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a secret that was shown is the one with this hash, in constant time. */
export function secretMatches(shown: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(shown)), Buffer.from(storedHash.padEnd(64).slice(0, 64)));
}
