const FINAL = 0x80;
const OPCODE = 0x0f;
/** Opcodes from here on are control frames, which may occur between the fragments of a message. */
const FIRST_CONTROL = 0x8;
const MASKED = 0x80;
const LENGTH = 0x7f;
const SHORT_LENGTH = 126;
const LONG_LENGTH = 127;
const MASK_BYTES = 4;

/**
 * Tracks the position of a peer in its messages by the bytes of its frames (RFC 6455 §5.2). The WebSocket only reports
 * complete messages and control frames: a ping between fragments does not mean that the message makes progress.
 */
export class MessageProgress {
  // Numbers and no buffer, because every connection has one of these.
  /** the first two bytes of the current frame's header */
  #first = 0;
  #second = 0;
  /** bytes of the current frame's header that have arrived */
  #headerBytes = 0;
  /** the length of the current frame's payload, as far as its header has arrived */
  #payloadLength = 0;
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
    return 2 + this.#extendedLength + (this.#second & MASKED ? MASK_BYTES : 0);
  }

  /** The number of bytes that hold the length of the payload, after the first two. */
  get #extendedLength(): number {
    const length = this.#second & LENGTH;
    return length === LONG_LENGTH ? 8 : length === SHORT_LENGTH ? 2 : 0;
  }

  #takeHeader(byte: number): void {
    this.#headerBytes += 1;
    if (this.#headerBytes === 1) {
      this.#first = byte;
      return;
    }
    if (this.#headerBytes === 2) {
      this.#second = byte;
      this.#payloadLength = this.#extendedLength === 0 ? byte & LENGTH : 0;
    } else if (this.#headerBytes <= 2 + this.#extendedLength) {
      this.#payloadLength = this.#payloadLength * 256 + byte;
    }
    if (this.#headerBytes === this.#headerLength) this.#missing = this.#payloadLength;
  }

  /** @returns whether nothing is unfinished now */
  #endFrame(): boolean {
    if ((this.#first & OPCODE) < FIRST_CONTROL) {
      this.#fragmentBytes = this.#first & FINAL ? 0 : this.#fragmentBytes + this.#frameBytes;
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
