import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import type { WebSocket } from 'ws';
import type { EncodedEvent } from './encoded-event.js';
import type { Bytes, FrameFormat } from './frame-format.js';
import { CompressingSink, type FrameSink, type SinkListener } from './frame-sink.js';

/** A quarter of zlib's usual memory per connection: frames repeat recent content, and grow by at most a tenth. */
const CONTEXT = { windowBits: 13, memLevel: 6 };

/**
 * Sends everything through one zlib stream, flushed after every frame, so that each message ends with 00 00 FF FF
 * (`compress=zlib-stream`). The deflate context takes 126 kB, so it begins with the first event, which only a client that
 * has identified gets; what a connection is sent before goes into the stream uncompressed.
 */
export class ZlibStreamSink implements FrameSink {
  readonly #sink: CompressingSink;
  #context: DeflateRaw | null = null;
  readonly #chunks: Buffer[] = [];
  #isFirst = true;
  #hasEvents = false;

  constructor(
    socket: WebSocket,
    private readonly listener: SinkListener,
  ) {
    this.#sink = new CompressingSink(socket, (frame) => this.#write(frame), listener);
  }

  get waitingBytes(): number {
    return this.#sink.waitingBytes;
  }

  send(frame: Bytes): void {
    this.#sink.send(frame);
  }

  dispatch(event: EncodedEvent, format: FrameFormat, sequence: number): void {
    this.#hasEvents = true;
    this.#sink.dispatch(event, format, sequence);
  }

  flush(): Promise<void> {
    return this.#sink.flush();
  }

  stop(): void {
    this.#sink.stop();
    this.#context?.destroy();
  }

  async #write(frame: Bytes): Promise<Bytes> {
    // Once there is a context, everything must go through it to keep the order.
    if (this.#context === null && !this.#hasEvents) return this.#store(frame);
    const context = this.#context ?? this.#begin();
    await new Promise<void>((resolve, reject) => {
      context.write(frame, (error) => (error ? reject(error) : resolve()));
    });
    this.#take(context);
    return Buffer.concat(this.#chunks.splice(0));
  }

  #store(frame: Bytes): Bytes {
    const block = storedBlock(Buffer.from(frame), this.#isFirst);
    this.#isFirst = false;
    return block;
  }

  #begin(): DeflateRaw {
    const context = createDeflateRaw({ flush: constants.Z_SYNC_FLUSH, ...CONTEXT });
    // The stream must be read while it works, or it stops when its buffer is full.
    context.on('readable', () => this.#take(context));
    context.on('error', (error) => this.listener.failed(error));
    // HELLO is always first, so the stream already has its header.
    this.#context = context;
    return context;
  }

  #take(context: DeflateRaw): void {
    for (let chunk: unknown = context.read(); chunk !== null; chunk = context.read()) {
      if (chunk instanceof Buffer) this.#chunks.push(chunk);
    }
  }
}

/** A zlib header (RFC 1950 §2.2) for a window of up to 32 KiB, without a dictionary. */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty stored block, with which zlib flushes. */
const SYNC_FLUSH = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
/** The maximum size of a stored block (RFC 1951 §3.2.4). */
const MAX_BYTES = 0xffff;

/**
 * Writes uncompressed bytes into a zlib stream, flushed: this defers the memory of a deflate context. A raw deflate
 * context may continue the stream.
 *
 * @param bytes at most 65,535
 * @param isFirst whether the stream starts with it
 * @throws {RangeError} if there are too many bytes for a block
 */
function storedBlock(bytes: Uint8Array, isFirst: boolean): Buffer {
  if (bytes.length > MAX_BYTES) throw new RangeError('too long for a stored block');
  const header = Buffer.alloc(5);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(MAX_BYTES - bytes.length, 3);
  return Buffer.concat([...(isFirst ? [ZLIB_HEADER] : []), header, bytes, SYNC_FLUSH]);
}

/** Blocks and windows of a frame have at most this many bytes (RFC 8878 §3.1.1.2). */
const MAX_BLOCK_BYTES = 128 * 1024;
/** The magic number, no optional fields, and a window of `MAX_BLOCK_BYTES` (RFC 8878 §3.1.1). */
const FRAME_HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
const BLOCK_HEADER_BYTES = 3;

/**
 * Sends everything in one Zstandard frame that does not end (`compress=zstd-stream`). Node.js 20 has no compressor for it, so
 * its blocks are stored: the client that asks for this stream can read it, but it saves nothing.
 */
export function zstdStreamSink(socket: WebSocket, listener: SinkListener): FrameSink {
  let isFirst = true;
  const store = async (frame: string | Uint8Array): Promise<Buffer> => {
    const blocks = storedBlocks(Buffer.from(frame));
    if (isFirst) blocks.unshift(FRAME_HEADER);
    isFirst = false;
    return Buffer.concat(blocks);
  };
  return new CompressingSink(socket, store, listener);
}

/** Raw blocks (RFC 8878 §3.1.1.2), none of which is the last one of its frame. */
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    const header = Buffer.alloc(BLOCK_HEADER_BYTES);
    header.writeUIntLE(block.length << 3, 0, BLOCK_HEADER_BYTES);
    blocks.push(header, block);
  }
  return blocks;
}
