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
