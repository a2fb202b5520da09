import { createHash } from 'node:crypto';
import type { GuildImage } from '../../guilds/state.js';
import { RestError } from '../rest/rest-error.js';
import { jpegSize } from './jpeg-size.js';

/** Every image is this wide and high, in pixels (interface.md, Limits). */
const SIDE = 128;
/** The largest file of an image, in bytes; one of this size without any compression has 48 KiB. */
const LARGEST = 256 * 1024;
const DATA_URI = /^data:image\/jpe?g;base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Reads an image that a request brings (interface.md, Limits: base64 128x128 jpeg).
 *
 * @param field where it stands in the body
 * @param text `data:image/jpeg;base64,…`; null takes the image away, undefined leaves it
 * @throws {RestError} INVALID_FORM_BODY
 */
export function readImage(field: string, text: string | null | undefined): GuildImage | null | undefined {
  if (text === null || text === undefined) return text;
  const data = DATA_URI.exec(text)?.[1];
  if (data === undefined) throw wrong(field, 'IMAGE_INVALID', 'This is no JPEG as base64 data URI.');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > LARGEST) {
    throw wrong(field, 'BINARY_TYPE_MAX_SIZE', `File cannot be larger than ${LARGEST / 1024} kb.`);
  }
  const size = jpegSize(bytes);
  if (size === null) throw wrong(field, 'IMAGE_INVALID', 'This is no JPEG.');
  if (size.width !== SIDE || size.height !== SIDE) {
    throw wrong(field, 'IMAGE_BAD_SIZE', `Must be ${SIDE} pixels wide and high.`);
  }
  return { hash: hashOf(bytes), data: bytes.toString('base64') };
}

/** 128 bits, written as clients expect the hash of an image. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

function wrong(field: string, code: string, message: string): RestError {
  return new RestError('INVALID_FORM_BODY', [{ path: [field], code, message }]);
}
