import type { FrameBudget } from '../../../net/frames/frame-budget.js';
import { FrameDecoder } from '../../../net/frames/frame-decoder.js';
import { CloseError } from '../../../net/websocket/close-error.js';
import { type Clock, hasPassed } from '../../../platform/clock.js';
import type { Encoding } from '../../../protocol/encoding/encoding.js';
import { GATEWAY_CLOSE_CODES, type GatewayPayload } from '../../../protocol/gateway/opcodes.js';
import { GATEWAY_LIMITS } from '../limits.js';

/** Reads the payloads of one connection within its limits (docs/gateway.md, Limits). */
export class PayloadReader {
  #windowStart: number;
  #windowCount = 0;
  readonly #decoder: FrameDecoder;

  constructor(
    encoding: Encoding,
    private readonly budget: FrameBudget,
    private readonly clock: Clock,
  ) {
    this.#windowStart = clock.now();
    this.#decoder = new FrameDecoder(encoding, budget, { largeIntegers: true });
  }

  /** Charges a frame that arrived, control frames included. @throws {CloseError} RATE_LIMITED */
  takeFrame(bytes: number, isIdentified: boolean): void {
    if (!this.budget.chargeFrame(bytes, isIdentified)) throw rateLimited();
  }

  /** Counts a payload that arrived. @throws {CloseError} RATE_LIMITED */
  takePayload(): void {
    const now = this.clock.now();
    if (hasPassed(now, this.#windowStart, GATEWAY_LIMITS.PAYLOAD_WINDOW_MS)) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    if (this.#windowCount > GATEWAY_LIMITS.PAYLOADS) throw rateLimited();
  }

  /** Decodes a payload. @throws {CloseError} DECODE_ERROR or RATE_LIMITED */
  read(data: Uint8Array, isIdentified: boolean): GatewayPayload {
    const { value, error, isPaid } = this.#decoder.decode(data, GATEWAY_LIMITS.DECODE, isIdentified);
    if (error !== null) throw decodeError();
    if (!isPaid) throw rateLimited();
    if (typeof value !== 'object' || value === null || !('op' in value)) throw decodeError();
    if (typeof value.op !== 'number') throw decodeError();
    return { op: value.op, d: 'd' in value ? value.d : null };
  }
}

function decodeError(): CloseError {
  return new CloseError(GATEWAY_CLOSE_CODES.DECODE_ERROR, 'Error while decoding payload.');
}

function rateLimited(): CloseError {
  return new CloseError(GATEWAY_CLOSE_CODES.RATE_LIMITED, 'Rate limited.');
}
