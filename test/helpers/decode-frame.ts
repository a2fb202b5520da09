import { type DecodeBounds, DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import type { Encoding } from '#guildhall/protocol/encoding/encoding.js';

/** Bounds that no frame of a test reaches by accident. */
export const WIDE_BOUNDS: DecodeBounds = { bytes: 16 * 1024 * 1024, terms: 1_000_000, depth: 128 };

/** Decodes a frame of the server's. */
export function decodeFrame(encoding: Encoding, data: Uint8Array, bounds = WIDE_BOUNDS): unknown {
  return encoding.decode(data, new DecodeMeter(bounds));
}
