import type { FrameBudget } from '../../net/frames/frame-budget.js';
import { FrameDecoder } from '../../net/frames/frame-decoder.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { DecodeBounds } from '../../protocol/encoding/decode-meter.js';
import type { Encoding } from '../../protocol/encoding/encoding.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { type RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import { NONCE_KEY } from '../../protocol/rpc/payload.js';
import { BURST_SECONDS, decodeBounds, type RpcLimits, unauthenticatedDecodeBounds } from '../limits.js';

/** The result of reading a frame: its payload, why it is refused, or why the connection must close. */
export type ReadFrame =
  | { readonly payload: unknown }
  | { readonly refusal: RpcError }
  | { readonly close: RpcClose };

/** The rules for frames, which all connections of a server share. */
export interface FrameRules {
  readonly authenticated: DecodeBounds;
  readonly unauthenticated: DecodeBounds;
  readonly framesPerSecond: number;
  /** milliseconds since the Unix epoch */
  readonly now: () => number;
}

/** Creates the rules for frames from the limits of a server. */
export function createFrameRules(limits: RpcLimits, clock: Clock): FrameRules {
  return {
    authenticated: decodeBounds(limits),
    unauthenticated: unauthenticatedDecodeBounds(limits),
    framesPerSecond: limits.messagesPerSecond,
    now: () => clock.now(),
  };
}

/** Reads the frames of one connection within its limits (docs/rpc.md, Limits). */
export class FrameReader {
  readonly #rate: TokenBucket;
  readonly #decoder: FrameDecoder;

  constructor(
    encoding: Encoding,
    private readonly budget: FrameBudget,
    private readonly rules: FrameRules,
  ) {
    const { framesPerSecond, now } = rules;
    this.#decoder = new FrameDecoder(encoding, budget, { exactKey: NONCE_KEY });
    this.#rate = new TokenBucket(framesPerSecond, framesPerSecond * BURST_SECONDS, now);
  }

  /** Charges an arrived frame, control frames included. @returns why the connection must close, or null */
  take(bytes: number, isAuthenticated: boolean): RpcClose | null {
    if (!isAuthenticated && bytes > this.rules.unauthenticated.bytes) return RPC_CLOSES.FRAME_TOO_LONG;
    const isPaid = this.#rate.take() && this.budget.chargeFrame(bytes, isAuthenticated);
    return isPaid ? null : RPC_CLOSES.RATE_LIMITED;
  }

  /** Decodes a frame and charges the cost of decoding. */
  read(data: Uint8Array, isAuthenticated: boolean): ReadFrame {
    const bounds = isAuthenticated ? this.rules.authenticated : this.rules.unauthenticated;
    const { value, error, isPaid } = this.#decoder.decode(data, bounds, isAuthenticated);
    if (!isPaid) return { close: RPC_CLOSES.RATE_LIMITED };
    return error === null ? { payload: value } : { refusal: rpcErrors.undecodable(error.message) };
  }
}
