import { WebSocket } from 'ws';
import type { FramePace, PausableSource } from '../../net/frames/frame-pace.js';
import { closeWebSocket } from '../../net/websocket/close-websocket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { TooLargeError } from '../../protocol/encoding/decode-meter.js';
import {
  createFrameMeter,
  decodeFrame,
  FRAME_BYTES,
  frameWork,
  type GatewayFrame,
} from './gateway-frames.js';

/** How many bytes may be buffered for a service that does not read. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** How long the close handshake may take, in milliseconds. */
const CLOSE_WITHIN_MS = 500;

/** The close code after a frame that the client cannot handle. */
const UNKNOWN_ERROR = 4000;

export interface GatewaySocketListener {
  opened(): void;
  /** an exception counts as a frame that cannot be handled */
  frame(frame: GatewayFrame): void;
  /** a frame of the service was too large and is ignored; the connection continues */
  skipped(error: TooLargeError, bytes: number): void;
  /** a frame could not be decoded or handled; the connection is closed */
  failed(error: unknown): void;
  /** the connection has ended, or could not be established */
  closed(code: number): void;
}

export interface GatewaySocketOptions {
  readonly url: string;
  /** how long the service may take to accept the connection, in milliseconds */
  readonly acceptWithinMs: number;
  /** the budget of frames, shared by all connections to the service */
  readonly pace: FramePace;
  readonly listener: GatewaySocketListener;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One WebSocket to the gateway of a service: frames both ways, each within its limits. */
export class GatewaySocket {
  readonly #socket: WebSocket;
  /** frames that wait while reading pauses: ws hands over all frames of one read, which may be thousands */
  readonly #waiting: Buffer[] = [];
  readonly #source: PausableSource;
  #isPaused = false;
  /** the IP address of the service; null until it accepted the connection */
  remoteAddress: string | null = null;

  constructor(private readonly options: GatewaySocketOptions) {
    const { acceptWithinMs, listener, log, url } = options;
    const socket = new WebSocket(url, {
      maxPayload: FRAME_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: acceptWithinMs,
    });
    this.#socket = socket;
    this.#source = {
      pause: () => {
        this.#isPaused = true;
        socket.pause();
      },
      resume: () => {
        this.#isPaused = false;
        setImmediate(() => this.#takeWaiting());
      },
    };
    socket.on('upgrade', (response) => {
      this.remoteAddress = response.socket.remoteAddress ?? null;
    });
    socket.on('open', () => listener.opened());
    // ws answers pings itself.
    socket.on('ping', ({ length }) => {
      this.#terminateIfUnread();
      this.#charge(length, 0);
    });
    socket.on('pong', ({ length }) => this.#charge(length, 0));
    // ws passes one Buffer per message unless `binaryType` is changed.
    socket.on('message', (data) => {
      if (this.#isPaused || this.#waiting.length > 0) this.#waiting.push(data as Buffer);
      else this.#receive(data as Buffer);
    });
    socket.on('error', (error) => log.debug({ err: error }, 'gateway connection failed'));
    socket.on('close', (code) => {
      this.#end();
      listener.closed(code);
    });
  }

  /** Sends a payload; it is dropped unless the connection is open. */
  send(op: number, d: unknown): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ op, d }));
    this.#terminateIfUnread();
  }

  /** Starts the close handshake after which the service keeps the session. */
  close(): void {
    this.#end();
    this.#socket.close(UNKNOWN_ERROR);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Closes the connection, which ends the session, and waits until it has ended. */
  async end(): Promise<void> {
    this.#end();
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    closeWebSocket(this.#socket, { code: 1000, reason: '' }, CLOSE_WITHIN_MS, this.options.clock);
    await closed;
  }

  /** Frames that wait are ignored. */
  #end(): void {
    this.#waiting.length = 0;
    this.options.pace.end(this.#source);
  }

  /** Takes what waits, and reads on once nothing does. */
  #takeWaiting(): void {
    while (!this.#isPaused) {
      const bytes = this.#waiting.shift();
      if (bytes === undefined) {
        this.#socket.resume();
        return;
      }
      this.#receive(bytes);
    }
  }

  #receive(bytes: Buffer): void {
    // Frames after a close are ignored.
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const meter = createFrameMeter();
    try {
      this.options.listener.frame(decodeFrame(bytes, meter));
    } catch (error) {
      if (error instanceof TooLargeError) this.options.listener.skipped(error, bytes.length);
      else {
        this.options.listener.failed(error);
        this.close();
      }
    }
    this.#charge(bytes.length, meter.terms);
  }

  #charge(bytes: number, terms: number): void {
    // A closing connection must be read to its end.
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.options.pace.charge(this.#source, frameWork(bytes, terms));
  }

  #terminateIfUnread(): void {
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
  }
}
