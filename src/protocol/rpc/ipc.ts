/** Kinds of frames over IPC (docs/rpc.md, IPC). */
export const IPC_OPCODES = { HANDSHAKE: 0, FRAME: 1, CLOSE: 2, PING: 3, PONG: 4 } as const;
export type IpcOpcode = (typeof IPC_OPCODES)[keyof typeof IPC_OPCODES];

/** The opcode and the length in bytes of what follows, each 32 bits, little-endian. */
const HEADER_BYTES = 8;

/** The longest frame that clients without AUTHENTICATE take: some close a connection with a longer one. */
export const IPC_FRAME_BYTES = 16 * 1024;

const LARGEST_OPCODE = IPC_OPCODES.PONG;
const LARGEST_LENGTH = 0x7fff_ffff;

/** How many servers of one person can be found. */
const SERVERS = 10;

/** The names of sockets and pipes in the order in which clients try them. */
export const IPC_NAMES: readonly string[] = Array.from(
  { length: SERVERS },
  (_, number) => `discord-ipc-${number}`,
);

/** A frame with its header, in one buffer: some clients take a header that arrives alone for a broken frame. */
export function ipcFrame(opcode: IpcOpcode, json: string | Uint8Array): Buffer {
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32LE(opcode, 0);
  frame.writeUInt32LE(length, 4);
  if (typeof json === 'string') frame.write(json, HEADER_BYTES);
  else frame.set(json, HEADER_BYTES);
  return frame;
}

/** A frame that arrived completely. */
export interface IpcFrame {
  readonly opcode: IpcOpcode;
  readonly json: Buffer;
}

/** What a header announces is not a frame, or one that is too long. */
export class IpcHeaderError extends Error {
  override readonly name = 'IpcHeaderError';

  constructor(
    message: string,
    /** whether it is a frame, but longer than allowed */
    readonly isTooLong: boolean,
  ) {
    super(message);
  }
}

/** Reads frames from a stream, however it is split. */
export class IpcFrameReader {
  /** the beginning of a frame in `#length` bytes */
  #kept = Buffer.alloc(0);
  #length = 0;

  /** @param most the longest JSON, in bytes */
  constructor(private readonly most: number) {}

  /** The number of bytes of a frame that has not arrived completely. */
  get unfinishedBytes(): number {
    return this.#length;
  }

  /** The frames that a chunk completes. @throws {IpcHeaderError} as soon as a header says so */
  *read(chunk: Buffer): Generator<IpcFrame> {
    let at = 0;
    while (at < chunk.length) {
      const whole = this.#length === 0 ? this.#sizeOf(chunk, at, chunk.length) : null;
      if (whole !== null && whole <= chunk.length - at) {
        yield toFrame(chunk, at, at + whole);
        at += whole;
        continue;
      }
      const size = this.#sizeOf(this.#kept, 0, this.#length) ?? HEADER_BYTES;
      const part = chunk.subarray(at, at + size - this.#length);
      this.#keep(part);
      at += part.length;
      const [frame, length] = [this.#kept, this.#length];
      if (this.#sizeOf(frame, 0, length) !== length) continue;
      // It is passed on, so what follows gets another buffer.
      this.#kept = Buffer.alloc(0);
      this.#length = 0;
      yield toFrame(frame, 0, length);
    }
  }

  /** The size of a frame with its header, by its beginning; null if the header is not whole. */
  #sizeOf(bytes: Buffer, start: number, end: number): number | null {
    if (end - start < HEADER_BYTES) return null;
    const length = bytes.readUInt32LE(start + 4);
    const isFrame = bytes.readUInt32LE(start) <= LARGEST_OPCODE && length <= LARGEST_LENGTH;
    if (!isFrame) throw new IpcHeaderError('Invalid header', false);
    if (length > this.most) throw new IpcHeaderError('Frame too long', true);
    return HEADER_BYTES + length;
  }

  /** The buffer grows with what has arrived, and not to what a header announces. */
  #keep(part: Buffer): void {
    const length = this.#length + part.length;
    if (length > this.#kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#kept.length));
      this.#kept.copy(larger, 0, 0, this.#length);
      this.#kept = larger;
    }
    part.copy(this.#kept, this.#length);
    this.#length = length;
  }
}

function toFrame(bytes: Buffer, start: number, end: number): IpcFrame {
  return { opcode: bytes.readUInt32LE(start) as IpcOpcode, json: bytes.subarray(start + HEADER_BYTES, end) };
}
