import { DecodeError } from '../decode-meter.js';

/**
 * The longest integer that is decoded, in bytes: twice the size of an id. Converting longer ones to decimal is not
 * linear.
 */
const MAX_BYTES = 16;
/** Integers of up to this many bytes are decoded without a BigInt. */
const NUMBER_BYTES = 6;
const WORD_BYTES = 8;

/**
 * Reads a little-endian integer.
 *
 * @returns a number if that is exact, otherwise its decimal digits
 * @throws {DecodeError} if it is longer than 16 bytes
 */
export function readInteger(
  bytes: Buffer,
  start: number,
  length: number,
  isNegative: boolean,
): number | string {
  if (length > MAX_BYTES) throw new DecodeError('not valid ETF: an integer is too long');
  if (length === 0) return 0;
  if (length <= NUMBER_BYTES) {
    const magnitude = bytes.readUIntLE(start, length);
    return isNegative && magnitude !== 0 ? -magnitude : magnitude;
  }
  const words = Buffer.alloc(MAX_BYTES);
  bytes.copy(words, 0, start, start + length);
  const magnitude = (words.readBigUInt64LE(WORD_BYTES) << 64n) | words.readBigUInt64LE(0);
  const value = isNegative ? -magnitude : magnitude;
  return magnitude <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}
