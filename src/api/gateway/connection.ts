import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { DecodeError } from '../../protocol/encoding/encoding.js';
import { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES, type GatewayPayload } from '../../protocol/gateway/opcodes.js';
import { CloseError } from './close-error.js';
import type { EncodedEvent } from './encoded-event.js';
import type { Bytes, FrameFormat } from './frame-format.js';
import { compressedPayloadSink, type FrameSink, plainSink, zlibStreamSink } from './frame-sink.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { Outlet, Session } from './session.js';

/** The WebSocket close code of a server that stops (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001;

/** What a connection does with what its client says. */
export interface ConnectionListener {
  /** a payload whose opcode a client may send. @throws {CloseError} */
  payload(connection: Connection, payload: GatewayPayload): Promise<void> | void;
  closed(connection: Connection, code: number): void;
}

/** What a client chose for its connection when it connected. */
export interface ConnectionOptions {
  readonly format: FrameFormat;
  /** the version of the gateway that the client asked for */
  readonly version: number;
  /** whether everything that is sent goes through one zlib stream */
  readonly zlibStream: boolean;
}

/** One WebSocket of the gateway: frames in and out, their limits, and the heartbeat. */
export class Connection implements Outlet {
  /** the session it carries; null before IDENTIFY or RESUME succeeded */
  session: Session | null = null;
  /** ends when what was received so far is handled: payloads are handled one after the other */
  #handled: Promise<void> = Promise.resolve();
  #sink: FrameSink;
  #windowStart: number;
  #windowCount = 0;
  #cancelDeadline: () => void = () => {};
  #cancelTerminate: () => void = () => {};
  readonly #sinkListener = {
    drained: () => this.#drained(),
    failed: (error: unknown) => this.#fail(error),
  };

  /** @param transport the connection below the WebSocket */
  constructor(
    private readonly socket: WebSocket,
    transport: Duplex,
    private readonly options: ConnectionOptions,
    private readonly listener: ConnectionListener,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.#windowStart = clock.now();
    this.#sink = options.zlibStream
      ? zlibStreamSink(socket, this.#sinkListener)
      : plainSink(socket, transport);
    transport.on('drain', () => this.#drained());
    socket.on('message', (data) => this.#receive(data));
    socket.on('error', (error) => this.log.debug({ err: error }, 'a gateway connection broke'));
    socket.on('close', (code) => this.#closed(code));
  }

  /** Says hello and waits for the client to identify. */
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

  /** Compresses large payloads from now on, each for itself; not beside a stream that compresses everything. */
  compressPayloads(): void {
    if (this.options.zlibStream) return;
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

  /** What does not go now waits in the session, where an event is one for all that wait for it. */
  get hasRoom(): boolean {
    return (
      !this.isClosed && this.socket.bufferedAmount + this.#sink.waitingBytes < GATEWAY_LIMITS.BUFFERED_BYTES
    );
  }

  /** The socket, or what compresses for it, has taken all it was given. */
  #drained(): void {
    if (this.session?.outlet === this) this.session.send();
  }

  dropSlowReader(): void {
    if (this.isClosed) return;
    this.log.info('a gateway client reads too slowly and is dropped');
    this.close(GATEWAY_CLOSE_CODES.UNKNOWN_ERROR, 'You read too slowly. Resume to go on.');
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return;
    this.socket.close(code, reason);
    this.#cancelTerminate = this.clock.after(GATEWAY_LIMITS.CLOSE_WITHIN_MS, () => this.socket.terminate());
  }

  /** The service stops: the client may connect again, here or elsewhere. */
  async goAway(): Promise<void> {
    this.sendPayload({ op: GATEWAY_OPCODES.RECONNECT, d: null, s: null, t: null });
    await this.#sink.flush();
    this.close(GOING_AWAY, 'The service stops.');
  }

  /** The client is alive: it has until well after its next heartbeat to show it again. */
  beat(): void {
    this.sendPayload({ op: GATEWAY_OPCODES.HEARTBEAT_ACK, d: null, s: null, t: null });
    this.waitForHeartbeat();
  }

  waitForHeartbeat(): void {
    this.#expectSomething(
      GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS * 1.5,
      this.session === null ? GATEWAY_CLOSE_CODES.NOT_AUTHENTICATED : GATEWAY_CLOSE_CODES.SESSION_TIMEOUT,
    );
  }

  #expectSomething(within: number, code: number): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.clock.after(within, () => this.close(code, 'Nothing was heard in time.'));
  }

  #receive(data: RawData): void {
    const handle = async () => {
      if (this.isClosed) return;
      try {
        await this.listener.payload(this, this.#decode(data));
      } catch (error) {
        this.#fail(error);
      }
    };
    this.#handled = this.#handled.then(handle);
  }

  #fail(error: unknown): void {
    if (error instanceof CloseError) {
      this.close(error.code, error.message);
      return;
    }
    this.log.error({ err: error }, 'a gateway payload could not be handled');
    this.close(GATEWAY_CLOSE_CODES.UNKNOWN_ERROR, 'Unknown error.');
  }

  #decode(data: RawData): GatewayPayload {
    this.#countPayload();
    // ws gives one Buffer a message unless it is told otherwise.
    if (!(data instanceof Buffer) || data.length > GATEWAY_LIMITS.PAYLOAD_BYTES) throw decodeError();
    const value = this.#decodeValue(data);
    if (typeof value !== 'object' || value === null || !('op' in value)) throw decodeError();
    if (typeof value.op !== 'number') throw decodeError();
    return { op: value.op, d: 'd' in value ? value.d : null };
  }

  #decodeValue(data: Buffer): unknown {
    try {
      return this.format.encoding.decode(data);
    } catch (error) {
      if (error instanceof DecodeError) throw decodeError();
      throw error;
    }
  }

  #countPayload(): void {
    const now = this.clock.now();
    if (now - this.#windowStart >= GATEWAY_LIMITS.PAYLOAD_WINDOW_MS) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    if (this.#windowCount > GATEWAY_LIMITS.PAYLOADS) throw new CloseError('RATE_LIMITED', 'Rate limited.');
  }

  #closed(code: number): void {
    this.#cancelDeadline();
    this.#cancelTerminate();
    this.#sink.stop();
    this.listener.closed(this, code);
  }
}

function decodeError(): CloseError {
  return new CloseError('DECODE_ERROR', 'Error while decoding payload.');
}
