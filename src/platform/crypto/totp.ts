import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from './secrets.js';

/** Seconds for which a code is valid (RFC 6238 §4). */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const WINDOW = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits, in base32 for authenticator apps. */
export function createTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => BASE32[byte & 31]).join('');
}

/** The URI from which authenticator apps read the secret. @param account the name that they show */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/**
 * The time step of a code (RFC 6238 §5.2): the current one, or the one before or after it.
 *
 * @param now milliseconds since the Unix epoch
 * @param after codes of this step and earlier ones have been used
 * @returns null if the code is wrong or was used
 */
export function matchTotp(secret: string, code: string, now: number, after: number): number | null {
  const present = Math.floor(now / 1000 / STEP_SECONDS);
  for (let step = present - WINDOW; step <= present + WINDOW; step += 1) {
    if (step > after && equalInConstantTime(totpCode(secret, step), code)) return step;
  }
  return null;
}

/** The code of a time step (RFC 4226 §5.3, with SHA-1 like all authenticator apps). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    bits = ((bits << 5) | BASE32.indexOf(letter)) & 0xfff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
  }
  return Buffer.from(bytes);
}
