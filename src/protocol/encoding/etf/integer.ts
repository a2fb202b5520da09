import { DecodeError } from '../decode-meter.js';

/** The longest integer that is read, in bytes: twice an id. Converting longer ones to digits is not linear. */
const LONGEST = 16;
/** Up to this many bytes an integer is a number, without a BigInt between. */
const NUMBER_BYTES = 6;
const WORD_BYTES = 8;

/**
 * Reads a little-endian integer.
 *
 * @returns a number as far as numbers are exact, beyond that its decimal digits
 * @throws {DecodeError} if it is longer than 16 bytes
 */
export function readInteger(
  bytes: Buffer,
  start: number,
  length: number,
  isNegative: boolean,
): number | string {
  if (length > LONGEST) throw new DecodeError('not valid ETF: an integer is too long');
  if (length === 0) return 0;
  if (length <= NUMBER_BYTES) {
    const magnitude = bytes.readUIntLE(start, length);
    return isNegative && magnitude !== 0 ? -magnitude : magnitude;
  }
  const words = Buffer.alloc(LONGEST);
  bytes.copy(words, 0, start, start + length);
  const magnitude = (words.readBigUInt64LE(WORD_BYTES) << 64n) | words.readBigUInt64LE(0);
  const value = isNegative ? -magnitude : magnitude;
  return magnitude <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}
