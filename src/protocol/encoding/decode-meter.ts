import { ExpectedError } from '../expected-error.js';

/** Limits for decoding one frame, set by the port that received it (docs/rpc.md, Limits; docs/gateway.md, Limits). */
export interface DecodeBounds {
  /** size of the frame, and inflated size of a compressed term, in bytes */
  readonly bytes: number;
  /** number of values and keys, at all levels */
  readonly terms: number;
  /** levels of nested arrays and objects */
  readonly depth: number;
}

/** Creating an inflate context costs about as much as reading this many bytes. */
const INFLATE_BYTES = 4096;

/**
 * Counts the work of decoding one frame and enforces the limits. The counts also apply to invalid frames, which are
 * charged as well.
 */
export class DecodeMeter {
  #inflatedBytes = 0;
  #terms = 0;

  constructor(readonly bounds: DecodeBounds) {}

  /** inflated bytes so far, plus the overhead of inflating */
  get inflatedBytes(): number {
    return this.#inflatedBytes;
  }

  /** values and keys decoded so far */
  get terms(): number {
    return this.#terms;
  }

  /** Checks the length of the frame. @throws {TooLargeError} if it is longer than allowed */
  checkLength(bytes: number): void {
    if (bytes > this.bounds.bytes) throw new TooLargeError('too long');
  }

  /** Counts the bytes of a term before it is inflated. @throws {DecodeError} if it would be longer than a frame */
  takeInflated(bytes: number): void {
    if (bytes > this.bounds.bytes) throw new DecodeError('too long when inflated');
    this.#inflatedBytes += bytes + INFLATE_BYTES;
  }

  /** Counts values and keys without checking the limit. */
  addTerms(count: number): void {
    this.#terms += count;
  }

  /** Counts values and keys. @throws {DecodeError} if there are more than allowed */
  takeTerms(count: number): void {
    this.#terms += count;
    if (this.#terms > this.bounds.terms) throw tooManyTerms();
  }

  /** Checks the nesting depth of a value. @throws {DecodeError} if it is too deep */
  checkDepth(depth: number): void {
    if (depth > this.bounds.depth) throw new DecodeError('nested too deeply');
  }
}

export function tooManyTerms(): TooLargeError {
  return new TooLargeError('made of too many values');
}

/** A frame is not exactly one value of its encoding, or exceeds a limit. The message completes `Payload is …`. */
export class DecodeError extends ExpectedError {
  override readonly name: string = 'DecodeError';
}

/** A frame is longer, or has more values, than allowed; it may be valid otherwise. */
export class TooLargeError extends DecodeError {
  override readonly name = 'TooLargeError';
}
