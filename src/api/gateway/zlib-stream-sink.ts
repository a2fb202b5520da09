import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import type { WebSocket } from 'ws';
import type { EncodedEvent } from './encoded-event.js';
import type { Bytes, FrameFormat } from './frame-format.js';
import { CompressingSink, type FrameSink, type SinkListener } from './frame-sink.js';
import { storedBlock } from './stored-block.js';

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
