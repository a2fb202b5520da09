import type { DecodeMeter } from './decode-meter.js';

/** How frames are written on a WebSocket, chosen with the `encoding` query parameter at connect. */
export interface Encoding {
  readonly name: 'json' | 'etf';
  /** whether frames are WebSocket binary messages */
  readonly binary: boolean;
  /** @param value may have `ExactNumber`s as properties */
  encode(value: unknown): string | Uint8Array;
  /**
   * Decodes one frame.
   *
   * @param meter counts what it takes, also where it throws
   * @param exactKey a key of the frame's object whose number becomes an `ExactNumber` unless a number keeps its digits
   * @throws {DecodeError} if the bytes are not one whole value within the meter's bounds
   */
  decode(data: Uint8Array, meter: DecodeMeter, exactKey?: string): unknown;
}

/** A number that is written back digit by digit, because a JavaScript number would change how it is written. */
export class ExactNumber {
  /** @param text as JSON writes it, e.g. `9007199254740993` */
  constructor(readonly text: string) {}
}

/** The same bytes as a Buffer. A view of a Buffer would cost as much as decoding a short frame. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
