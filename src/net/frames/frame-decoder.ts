import { type DecodeBounds, DecodeError, DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import type { DecodeOptions, Encoding } from '../../protocol/encoding/encoding.js';
import type { FrameBudget } from './frame-budget.js';

/** The result of decoding a frame. */
export interface DecodedFrame {
  /** undefined if it could not be decoded */
  readonly value: unknown;
  /** why it could not be decoded, or null */
  readonly error: DecodeError | null;
  /** whether the budget covers the cost of decoding, even if it failed; otherwise the connection must be closed */
  readonly isPaid: boolean;
}

/** Decodes the frames of one connection and charges its budget. */
export class FrameDecoder {
  constructor(
    private readonly encoding: Encoding,
    private readonly budget: FrameBudget,
    private readonly options?: DecodeOptions,
  ) {}

  /** Decodes a frame whose bytes have been charged. */
  decode(data: Uint8Array, bounds: DecodeBounds, isAuthenticated: boolean): DecodedFrame {
    const meter = new DecodeMeter(bounds);
    let value: unknown;
    let error: DecodeError | null = null;
    try {
      value = this.encoding.decode(data, meter, this.options);
    } catch (thrown) {
      if (!(thrown instanceof DecodeError)) throw thrown;
      error = thrown;
    }
    return { value, error, isPaid: this.budget.chargeDecoding(meter, isAuthenticated) };
  }
}
