import type { FrameBudget } from '../../net/frame-budget.js';
import type { Clock } from '../../platform/clock.js';
import { TokenBucket } from '../../platform/token-bucket.js';
import { type DecodeBounds, DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import { DecodeError, type Encoding } from '../../protocol/encoding/encoding.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { type RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import { NONCE_KEY } from '../../protocol/rpc/payload.js';
import { BURST_SECONDS, decodeBounds, type RpcLimits, unauthenticatedDecodeBounds } from '../limits.js';

/** What became of a frame: its payload, why it is refused, or why its connection is to be closed. */
export type ReadFrame =
  | { readonly payload: unknown }
  | { readonly refusal: RpcError }
  | { readonly close: RpcClose };

/** Reads the frames of one connection within its limits (docs/rpc.md, Limits). */
export class FrameReader {
  readonly #rate: TokenBucket;
  readonly #bounds: DecodeBounds;
  readonly #unauthenticatedBounds: DecodeBounds;

  constructor(
    private readonly encoding: Encoding,
    private readonly budget: FrameBudget,
    private readonly limits: RpcLimits,
    clock: Clock,
  ) {
    const { messagesPerSecond } = limits;
    this.#bounds = decodeBounds(limits);
    this.#unauthenticatedBounds = unauthenticatedDecodeBounds(limits);
    this.#rate = new TokenBucket(messagesPerSecond, messagesPerSecond * BURST_SECONDS, () => clock.now());
  }

  /** Charges a frame that arrived, control frames included. @returns why the connection is to be closed, or null */
  take(bytes: number, isAuthenticated: boolean): RpcClose | null {
    if (!isAuthenticated && bytes > this.limits.unauthenticatedFrameBytes) return RPC_CLOSES.FRAME_TOO_LONG;
    const isPaid = this.#rate.take() && this.budget.chargeFrame(bytes, isAuthenticated);
    return isPaid ? null : RPC_CLOSES.RATE_LIMITED;
  }

  /** Decodes a frame that was taken, and charges what that costs. */
  read(data: Uint8Array, isAuthenticated: boolean): ReadFrame {
    const meter = new DecodeMeter(isAuthenticated ? this.#bounds : this.#unauthenticatedBounds);
    const read = this.#decode(data, meter);
    return this.budget.chargeDecoding(meter, isAuthenticated) ? read : { close: RPC_CLOSES.RATE_LIMITED };
  }

  #decode(data: Uint8Array, meter: DecodeMeter): ReadFrame {
    try {
      return { payload: this.encoding.decode(data, meter, NONCE_KEY) };
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return { refusal: rpcErrors.invalidPayload(`Payload is ${error.message}`) };
    }
  }
}
