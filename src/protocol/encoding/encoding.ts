import type { DecodeMeter } from './decode-meter.js';

declare global {
  interface Buffer {
    // What `toString` calls after it has read its arguments, which takes longer than making a short text.
    utf8Slice(start: number, end: number): string;
    latin1Slice(start: number, end: number): string;
  }
}

/** How numbers are decoded that a JavaScript number would change. */
export interface DecodeOptions {
  /** a key of the frame's object whose number becomes an `ExactNumber` unless it is exact as a number */
  readonly exactKey?: string;
  /** whether integers beyond 2^53 in JSON become text of their digits, as those in ETF always do: they may be ids */
  readonly largeIntegers?: boolean;
}

/** The encoding of frames on a WebSocket, selected by the `encoding` query parameter. */
export interface Encoding {
  readonly name: 'json' | 'etf';
  /** whether frames are WebSocket binary messages */
  readonly binary: boolean;
  /** @param value may have `ExactNumber`s as properties */
  encode(value: unknown): string | Uint8Array;
  /**
   * Decodes one frame.
   *
   * @param meter counts the work, even if this throws
   * @throws {DecodeError} if the bytes are not exactly one value within the limits
   */
  decode(data: Uint8Array, meter: DecodeMeter, options?: DecodeOptions): unknown;
}

/** A number that is encoded digit by digit, because a JavaScript number would change its digits. */
export class ExactNumber {
  /** @param text as in JSON, e.g. `9007199254740993` */
  constructor(readonly text: string) {}
}

/** Views bytes as a Buffer. A Buffer is returned as it is, because a view costs as much as decoding a short frame. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
