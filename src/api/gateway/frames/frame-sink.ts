import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { WebSocket } from 'ws';
import { websocketMessage } from '../../../net/websocket/websocket-message.js';
import type { DispatchWriter } from './dispatch-writer.js';
import type { EncodedEvent } from './encoded-event.js';
import type { Bytes, FrameFormat } from './frame-format.js';

/** Passes the frames of a connection to its socket. */
export interface FrameSink {
  send(frame: Bytes): void;
  /** sends an event under its number */
  dispatch(event: EncodedEvent, format: FrameFormat, sequence: number): void;
  /** bytes that the socket has not accepted yet */
  readonly waitingBytes: number;
  /** resolves when the socket has accepted all frames */
  flush(): Promise<void>;
  /** releases its resources; nothing more is sent */
  stop(): void;
}

export interface SinkListener {
  /** nothing more is waiting */
  drained(): void;
  failed(error: unknown): void;
}

/** Sends frames unchanged. */
export class PlainSink implements FrameSink {
  readonly waitingBytes = 0;

  /**
   * @param transport the connection below the WebSocket. Frames are written to it whole, which is safe because the
   * WebSocket does not compress and so has no half-written frames.
   * @param writer one for all connections
   */
  constructor(
    private readonly transport: Writable,
    private readonly writer: DispatchWriter,
  ) {}

  send(frame: Bytes): void {
    this.transport.write(websocketMessage(frame));
  }

  dispatch(event: EncodedEvent, format: FrameFormat, sequence: number): void {
    this.writer.write(this.transport, event, format, sequence);
  }

  async flush(): Promise<void> {}

  stop(): void {}
}

/** Smaller frames are sent uncompressed, because compression would not make them smaller. */
const WORTH_COMPRESSING = 1024;

/** IDENTIFY with `compress`: large payloads are compressed each for itself, as binary messages. */
export function compressedPayloadSink(
  socket: WebSocket,
  { encoding }: FrameFormat,
  listener: SinkListener,
): FrameSink {
  const deflated = promisify<Bytes, Buffer>(deflate);
  return new CompressingSink(
    socket,
    async (frame) => {
      if (frame.length >= WORTH_COMPRESSING) return deflated(frame);
      return encoding.binary ? frame : Buffer.from(frame).toString();
    },
    listener,
  );
}

/** Sends compressed frames in order; compression runs off the event loop. */
export class CompressingSink implements FrameSink {
  waitingBytes = 0;
  readonly #waiting: Bytes[] = [];
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly compress: (frame: Bytes) => Promise<Bytes>,
    private readonly listener: SinkListener,
  ) {}

  send(frame: Bytes): void {
    this.#waiting.push(frame);
    this.waitingBytes += frame.length;
    this.#running ??= this.#run().catch((error: unknown) => {
      if (!this.#stopped) this.listener.failed(error);
    });
  }

  dispatch(event: EncodedEvent, format: FrameFormat, sequence: number): void {
    this.send(event.frame(format, sequence));
  }

  async flush(): Promise<void> {
    await this.#running;
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    for (let frame = this.#waiting.shift(); frame !== undefined; frame = this.#waiting.shift()) {
      const compressed = await this.compress(frame);
      this.waitingBytes -= frame.length;
      if (this.#stopped) return;
      this.socket.send(compressed);
    }
    this.#running = null;
    this.listener.drained();
  }
}
