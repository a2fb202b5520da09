import { randomInt } from 'node:crypto';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 10;

/** A code that nobody guesses and no other invite has: 59 random bits. */
export function createInviteCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
}
