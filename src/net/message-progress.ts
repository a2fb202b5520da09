const FINAL = 0x80;
const OPCODE = 0x0f;
/** Opcodes from here on are control frames, which may occur between the fragments of a message. */
const FIRST_CONTROL = 0x8;
const MASKED = 0x80;
const LENGTH = 0x7f;
const SHORT_LENGTH = 126;
const LONG_LENGTH = 127;
const MASK_BYTES = 4;
const LONGEST_HEADER = 14;

/**
 * Tracks the position of a peer in its messages by the bytes of its frames (RFC 6455 §5.2). The WebSocket only reports
 * complete messages and control frames: a ping between fragments does not mean that the message makes progress.
 */
export class MessageProgress {
  readonly #header = new Uint8Array(LONGEST_HEADER);
  /** bytes of the current frame's header that have arrived */
  #headerBytes = 0;
  /** bytes of the current frame's payload that have not arrived yet */
  #missing = 0;
  /** bytes of the current frame that have arrived */
  #frameBytes = 0;
  /** bytes of the finished fragments of an unfinished message */
  #fragmentBytes = 0;

  /** Bytes that have arrived of an incomplete message or control frame; 0 between messages. */
  get unfinishedBytes(): number {
    return this.#fragmentBytes + this.#frameBytes;
  }

  /** Processes bytes that arrived. @returns whether nothing was unfinished at some point within them */
  take(chunk: Uint8Array): boolean {
    if (this.unfinishedBytes === 0 && isShortMessage(chunk)) return true;
    let wasWhole = false;
    for (let at = 0; at < chunk.length; ) {
      const count = this.#missing > 0 ? Math.min(this.#missing, chunk.length - at) : 1;
      if (this.#missing > 0) this.#missing -= count;
      else this.#takeHeader(chunk[at] ?? 0);
      at += count;
      this.#frameBytes += count;
      if (this.#isFrameWhole && this.#endFrame()) wasWhole = true;
    }
    return wasWhole;
  }

  get #isFrameWhole(): boolean {
    return this.#missing === 0 && this.#headerBytes >= 2 && this.#headerBytes === this.#headerLength;
  }

  /** The length of the current frame's header; known from its second byte on. */
  get #headerLength(): number {
    const second = this.#header[1] ?? 0;
    const length = second & LENGTH;
    const extended = length === LONG_LENGTH ? 8 : length === SHORT_LENGTH ? 2 : 0;
    return 2 + extended + (second & MASKED ? MASK_BYTES : 0);
  }

  #takeHeader(byte: number): void {
    this.#header[this.#headerBytes] = byte;
    this.#headerBytes += 1;
    if (this.#headerBytes >= 2 && this.#headerBytes === this.#headerLength)
      this.#missing = this.#payloadLength;
  }

  get #payloadLength(): number {
    const length = (this.#header[1] ?? 0) & LENGTH;
    if (length < SHORT_LENGTH) return length;
    const last = length === SHORT_LENGTH ? 3 : 9;
    let extended = 0;
    for (let at = 2; at <= last; at += 1) extended = extended * 256 + (this.#header[at] ?? 0);
    return extended;
  }

  /** @returns whether nothing is unfinished now */
  #endFrame(): boolean {
    const first = this.#header[0] ?? 0;
    if ((first & OPCODE) < FIRST_CONTROL) {
      this.#fragmentBytes = first & FINAL ? 0 : this.#fragmentBytes + this.#frameBytes;
    }
    this.#headerBytes = 0;
    this.#frameBytes = 0;
    return this.#fragmentBytes === 0;
  }
}

/**
 * Whether a chunk is exactly one masked frame of fewer than 126 bytes that is a complete message or control frame, as
 * most are.
 */
function isShortMessage(chunk: Uint8Array): boolean {
  const first = chunk[0] ?? 0;
  const second = chunk[1] ?? 0;
  const length = second & LENGTH;
  return (
    (first & FINAL) !== 0 &&
    length < SHORT_LENGTH &&
    chunk.length === 2 + MASK_BYTES + length &&
    second >= MASKED
  );
}
