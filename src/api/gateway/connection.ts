import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { FrameBudget } from '../../net/frames/frame-budget.js';
import type { ReadTurns } from '../../net/frames/read-turns.js';
import { CloseError } from '../../net/websocket/close-error.js';
import { closeWebSocket } from '../../net/websocket/close-websocket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES, type GatewayPayload } from '../../protocol/gateway/opcodes.js';
import { ZlibStreamSink, zstdStreamSink } from './frames/compressed-sinks.js';
import type { DispatchWriter } from './frames/dispatch-writer.js';
import type { EncodedEvent } from './frames/encoded-event.js';
import type { Bytes, FrameFormat } from './frames/frame-format.js';
import { compressedPayloadSink, type FrameSink, PlainSink, type SinkListener } from './frames/frame-sink.js';
import { PayloadReader } from './frames/payload-reader.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { Session } from './session.js';
import type { SessionTransport } from './session-options.js';

/** The WebSocket close code of a server that stops (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001;

/** Handles the payloads of a connection. */
export interface ConnectionListener {
  /** a payload whose opcode a client may send. @throws {CloseError} */
  payload(connection: Connection, payload: GatewayPayload): Promise<void> | void;
  closed(connection: Connection, code: number): void;
}

/** The compressed streams by their names in the URL (`compress`). */
const STREAMS = {
  'zlib-stream': (socket: WebSocket, listener: SinkListener): FrameSink =>
    new ZlibStreamSink(socket, listener),
  'zstd-stream': zstdStreamSink,
};

export type CompressedStream = keyof typeof STREAMS;

export function isCompressedStream(name: string | null): name is CompressedStream {
  return name !== null && Object.hasOwn(STREAMS, name);
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  /** the connection below the WebSocket */
  readonly transport: Duplex;
  readonly format: FrameFormat;
  /** the version of the gateway that the client asked for */
  readonly version: number;
  /** the compressed stream through which everything is sent; null: none */
  readonly stream: CompressedStream | null;
  /** writes the events of all connections */
  readonly writer: DispatchWriter;
  readonly budget: FrameBudget;
  /** of all connections */
  readonly turns: ReadTurns;
  readonly listener: ConnectionListener;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One WebSocket of the gateway: frames in and out, their limits, and the heartbeat. */
export class Connection implements SessionTransport {
  /** the session it carries; null before IDENTIFY or RESUME succeeded */
  session: Session | null = null;
  /** ends when what was received so far is handled: payloads are handled one after the other, heartbeats at once */
  #handled: Promise<void> = Promise.resolve();
  #sink: FrameSink;
  readonly #reader: PayloadReader;
  #cancelDeadline: () => void = () => {};
  readonly #sinkListener = {
    drained: () => this.#drained(),
    failed: (error: unknown) => this.#fail(error),
  };

  private readonly socket: WebSocket;
  private readonly transport: Duplex;
  private readonly clock: Clock;

  constructor(private readonly options: ConnectionOptions) {
    const { clock, socket, transport } = options;
    this.socket = socket;
    this.transport = transport;
    this.clock = clock;
    this.#reader = new PayloadReader(options.format.encoding, options.budget, clock);
    this.#sink =
      options.stream === null
        ? new PlainSink(transport, options.writer)
        : STREAMS[options.stream](socket, this.#sinkListener);
    transport.on('drain', () => this.#guard(() => this.#drained()));
    socket.on('message', (data) => this.#receive(data));
    socket.on('ping', (data) => this.#receiveControl(data));
    socket.on('pong', (data) => this.#receiveControl(data));
    socket.on('close', (code) => this.#closed(code));
  }

  /** Sends HELLO and waits for the client: only IDENTIFY and RESUME end the deadline. */
  open(): void {
    const d = { heartbeat_interval: GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS, _trace: [] };
    this.sendPayload({ op: GATEWAY_OPCODES.HELLO, d, s: null, t: null });
    this.#expectSomething(GATEWAY_LIMITS.IDENTIFY_WITHIN_MS, GATEWAY_CLOSE_CODES.NOT_AUTHENTICATED);
  }

  get format(): FrameFormat {
    return this.options.format;
  }

  get version(): number {
    return this.options.version;
  }

  /** Compresses large payloads individually from now on, unless a stream compresses everything. */
  compressPayloads(): void {
    if (this.options.stream !== null) return;
    this.#sink = compressedPayloadSink(this.socket, this.format, this.#sinkListener);
  }

  get isClosed(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  sendPayload(payload: GatewayPayload): void {
    this.send(this.format.encoding.encode(payload));
  }

  send(frame: Bytes): void {
    if (!this.isClosed) this.#sink.send(frame);
  }

  dispatch(event: EncodedEvent, sequence: number): void {
    if (!this.isClosed) this.#sink.dispatch(event, this.format, sequence);
  }

  /** The rest waits in the session, where sessions share events. */
  get hasRoom(): boolean {
    return (
      !this.isClosed &&
      this.transport.writableLength + this.#sink.waitingBytes < GATEWAY_LIMITS.BUFFERED_BYTES
    );
  }

  /** The socket, or its compressor, has accepted all data. */
  #drained(): void {
    if (this.session?.transport === this) this.session.drained();
  }

  dropSlowReader(): void {
    if (this.isClosed) return;
    this.options.log.info('closing gateway connection of a slow reader');
    this.close(GATEWAY_CLOSE_CODES.UNKNOWN_ERROR, 'You read too slowly. Resume to go on.');
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return;
    closeWebSocket(this.socket, { code, reason }, GATEWAY_LIMITS.CLOSE_WITHIN_MS, this.clock);
  }

  /** Closes an unidentified connection at once to make room for others. */
  evict(): void {
    this.close(GATEWAY_CLOSE_CODES.NOT_AUTHENTICATED, 'Not identified, and others wait.');
    this.socket.terminate();
  }

  /** The service stops: the client may connect again, here or elsewhere. */
  async goAway(): Promise<void> {
    this.sendPayload({ op: GATEWAY_OPCODES.RECONNECT, d: null, s: null, t: null });
    await this.#sink.flush();
    this.close(GOING_AWAY, 'The service stops.');
  }

  /** The client is alive: the deadline is extended until after its next heartbeat. */
  beat(): void {
    this.sendPayload({ op: GATEWAY_OPCODES.HEARTBEAT_ACK, d: null, s: null, t: null });
    this.waitForHeartbeat();
  }

  /** Starts the deadline of the next heartbeat, which is shorter before a session exists. */
  waitForHeartbeat(): void {
    if (this.session === null) return;
    this.#expectSomething(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS * 1.5, GATEWAY_CLOSE_CODES.SESSION_TIMEOUT);
  }

  #expectSomething(within: number, code: number): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.clock.after(within, () => this.close(code, 'Nothing was heard in time.'));
  }

  #receive(data: RawData): void {
    if (this.isClosed) return;
    // ws passes one Buffer per message unless `binaryType` is changed.
    const bytes = data as Buffer;
    this.#guard(() => {
      this.#reader.takeFrame(bytes.length, this.#isIdentified);
      // Counted before they are queued, so that the rate limit bounds the queue.
      this.#reader.takePayload();
      if (this.#isIdentified) this.#read(bytes);
      else this.#queue(() => this.#handle(this.#reader.read(bytes, this.#isIdentified)));
    });
    this.options.turns.handled(this.socket);
  }

  /** Heartbeats do not wait for the effects of other payloads, which may take longer than the next heartbeat. */
  #read(bytes: Buffer): void {
    try {
      const payload = this.#reader.read(bytes, true);
      if (payload.op === GATEWAY_OPCODES.HEARTBEAT) void this.#handle(payload);
      else this.#queue(() => this.#handle(payload));
    } catch (error) {
      this.#queue(() => this.#fail(error));
    }
  }

  #queue(handle: () => Promise<void> | void): void {
    this.#handled = this.#handled.then(() => (this.isClosed ? undefined : this.#guard(handle)));
  }

  /** A ping or pong; the socket answers pings by itself. */
  #receiveControl({ length }: Buffer): void {
    if (!this.isClosed) this.#guard(() => this.#reader.takeFrame(length, this.#isIdentified));
  }

  async #handle(payload: GatewayPayload): Promise<void> {
    try {
      await this.options.listener.payload(this, payload);
    } catch (error) {
      this.#fail(error);
    }
  }

  #guard<Result>(receive: () => Result): Result | undefined {
    try {
      return receive();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  get #isIdentified(): boolean {
    return this.session !== null;
  }

  #fail(error: unknown): void {
    if (error instanceof CloseError) {
      this.close(error.code, error.message);
      return;
    }
    this.options.log.error({ err: error }, 'failed to handle gateway payload');
    this.close(GATEWAY_CLOSE_CODES.UNKNOWN_ERROR, 'Unknown error.');
  }

  #closed(code: number): void {
    this.#cancelDeadline();
    this.#sink.stop();
    this.options.listener.closed(this, code);
  }
}
