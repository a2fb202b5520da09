/** What decoding one frame may take, decided by the port that received it (docs/rpc.md, Limits; docs/gateway.md, Limits). */
export interface DecodeBounds {
  /** bytes of the frame, and of what its compressed term inflates to */
  readonly bytes: number;
  /** values and keys, whatever they are nested in */
  readonly terms: number;
  /** levels of arrays and objects inside each other */
  readonly depth: number;
}

/** Creating an inflate context costs about as much as reading this many bytes. */
const INFLATE_BYTES = 4096;

/**
 * Counts what decoding one frame takes and stops it at the bounds. The counts hold for a refused frame too: a frame
 * is paid for whether or not it was valid.
 */
export class DecodeMeter {
  #inflatedBytes = 0;
  #terms = 0;

  constructor(readonly bounds: DecodeBounds) {}

  /** bytes inflated so far, and what preparing that took, as bytes */
  get inflatedBytes(): number {
    return this.#inflatedBytes;
  }

  /** values and keys decoded so far */
  get terms(): number {
    return this.#terms;
  }

  /** Checks the length of the frame. @throws {DecodeError} if it is longer than allowed */
  checkLength(bytes: number): void {
    if (bytes > this.bounds.bytes) throw new DecodeError('too long');
  }

  /** Counts the bytes of a term before it is inflated. @throws {DecodeError} if it would be longer than a frame */
  takeInflated(bytes: number): void {
    if (bytes > this.bounds.bytes) throw new DecodeError('too long when inflated');
    this.#inflatedBytes += bytes + INFLATE_BYTES;
  }

  /** Counts values and keys, without looking at the bound. */
  addTerms(count: number): void {
    this.#terms += count;
  }

  /** Counts values and keys. @throws {DecodeError} if there are more than allowed */
  takeTerms(count: number): void {
    this.#terms += count;
    if (this.#terms > this.bounds.terms) throw tooManyTerms();
  }

  /** Checks how deep a value is nested. @throws {DecodeError} if it is deeper than allowed */
  checkDepth(depth: number): void {
    if (depth > this.bounds.depth) throw new DecodeError('nested too deeply');
  }
}

export function tooManyTerms(): DecodeError {
  return new DecodeError('made of too many values');
}

/** A frame that is not one whole value of its encoding, or takes more than its port allows. The message completes `Payload is …`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
