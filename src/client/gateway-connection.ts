import { type RawData, WebSocket } from 'ws';
import { closeWebSocket } from '../net/close-websocket.js';
import { BackOff } from '../platform/back-off.js';
import type { Clock } from '../platform/clock.js';
import { Heartbeat } from '../platform/heartbeat.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES } from '../protocol/gateway/opcodes.js';
import { FramePace, SERVICE_PACE } from './frame-pace.js';
import {
  createFrameMeter,
  decodeFrame,
  decodeHello,
  decodeReady,
  FRAME_BYTES,
  frameWork,
  type GatewayFrame,
  type Ready,
} from './gateway-frames.js';
import { endIfUnread, sendPayload } from './send-payload.js';
import { ServiceError } from './service-error.js';

/** How long the service may take to accept a connection, then to send HELLO, then READY or RESUMED, in milliseconds. */
const HANDSHAKE_TIMEOUT = 15_000;

/** How long a session must last before the back-off is reset, in milliseconds. */
const STABLE_AFTER = 30_000;

/** How long the close handshake may take, in milliseconds. */
const CLOSE_WITHIN_MS = 500;

/** Delays between attempts, in milliseconds: 100, 200, 400 … up to half a minute. */
const RETRY = { firstMs: 100, longestMs: 30_000 };

/** Errors after which resuming would fail again. */
const NOT_RESUMABLE: ReadonlySet<number> = new Set([
  GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED,
  GATEWAY_CLOSE_CODES.INVALID_SEQUENCE,
  GATEWAY_CLOSE_CODES.SESSION_TIMEOUT,
]);

export interface GatewayListener {
  /** READY: the previous state is void */
  ready(ready: Ready): void;
  /** @param bytes the size of the event as JSON */
  dispatch(name: string, data: unknown, bytes: number): void;
  connectionChanged(connected: boolean): void;
  /** the service refused the token; the connection is not retried */
  rejected(): void;
}

export interface GatewayConnectionOptions {
  /** returns the gateway's URL; called before every connection */
  url(): Promise<string>;
  /** the person's token */
  readonly token: string;
  readonly listener: GatewayListener;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Resumable {
  readonly id: string;
  sequence: number;
}

/** Maintains one gateway session: identifies, sends heartbeats, resumes, and reconnects with back-off. */
export class GatewayConnection implements Component {
  #socket: WebSocket | null = null;
  #session: Resumable | null = null;
  #heartbeat: Heartbeat | null = null;
  #cancelRetry: (() => void) | null = null;
  /** cancels the timer of the current state */
  #cancelDeadline: () => void = () => {};
  #stopped = false;
  readonly #backOff = new BackOff(RETRY, Math.random);
  readonly #pace: FramePace;

  constructor(private readonly options: GatewayConnectionOptions) {
    this.#pace = new FramePace(SERVICE_PACE, options.clock);
  }

  start(): void {
    void this.#connect();
  }

  /** Sends a frame; it is dropped without a connection. */
  send(op: number, d: unknown): void {
    if (this.#socket !== null) sendPayload(this.#socket, op, d);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#cancelDeadline();
    this.#heartbeat?.stop();
    this.#pace.end();
    const socket = this.#socket;
    if (socket === null) return;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    closeWebSocket(socket, { code: 1000, reason: '' }, CLOSE_WITHIN_MS, this.options.clock);
    await closed;
  }

  async #connect(): Promise<void> {
    try {
      const url = `${await this.options.url()}/?v=6&encoding=json`;
      if (this.#stopped) return;
      const socket = new WebSocket(url, {
        maxPayload: FRAME_BYTES,
        perMessageDeflate: false,
        followRedirects: false,
        handshakeTimeout: HANDSHAKE_TIMEOUT,
      });
      this.#socket = socket;
      socket.on('open', () => this.#awaitHandshake(socket));
      // ws answers pings itself.
      socket.on('ping', ({ length }) => {
        endIfUnread(socket);
        this.#charge(socket, length, 0);
      });
      socket.on('pong', ({ length }) => this.#charge(socket, length, 0));
      socket.on('message', (data) => this.#receive(socket, data));
      socket.on('error', (error) => this.options.log.debug({ err: error }, 'gateway connection failed'));
      socket.on('close', (code) => this.#closed(code));
    } catch (error) {
      this.options.log.debug({ err: error }, 'failed to resolve gateway URL');
      this.#retry();
    }
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#pace.end();
    this.#cancelDeadline();
    this.#heartbeat?.stop();
    this.#heartbeat = null;
    this.options.listener.connectionChanged(false);
    if (this.#stopped) return;
    if (NOT_RESUMABLE.has(code)) this.#session = null;
    if (code === GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED) {
      this.options.listener.rejected();
      return;
    }
    this.options.log.info({ code }, 'gateway connection closed, reconnecting');
    this.#retry();
  }

  #retry(): void {
    if (this.#stopped) return;
    this.#cancelRetry = this.options.clock.after(this.#backOff.next(), () => void this.#connect());
  }

  #receive(socket: WebSocket, data: RawData): void {
    // Frames after a close are ignored.
    if (socket.readyState !== WebSocket.OPEN) return;
    // ws passes one Buffer per message unless `binaryType` is changed.
    const bytes = data as Buffer;
    const meter = createFrameMeter();
    try {
      this.#handle(socket, decodeFrame(bytes, meter), bytes.length);
    } catch (error) {
      // The state may be incomplete after an invalid frame, so a new session is started.
      this.options.log.warn({ err: error }, 'failed to handle gateway frame');
      this.#session = null;
      socket.close(4000);
    }
    this.#charge(socket, bytes.length, meter.terms);
  }

  #charge(socket: WebSocket, bytes: number, terms: number): void {
    // A closing connection must be read to its end.
    if (socket.readyState === WebSocket.OPEN) this.#pace.charge(socket, frameWork(bytes, terms));
  }

  #handle(socket: WebSocket, { op, d, s, t }: GatewayFrame, bytes: number): void {
    switch (op) {
      case GATEWAY_OPCODES.HELLO:
        this.#hello(socket, d);
        break;
      case GATEWAY_OPCODES.HEARTBEAT:
        this.#beat(socket);
        break;
      case GATEWAY_OPCODES.HEARTBEAT_ACK:
        this.#heartbeat?.answered();
        break;
      case GATEWAY_OPCODES.RECONNECT:
        socket.close(4000);
        break;
      case GATEWAY_OPCODES.INVALID_SESSION:
        if (d !== true) this.#session = null;
        socket.close(4000);
        break;
      case GATEWAY_OPCODES.DISPATCH:
        this.#dispatch(s ?? 0, t ?? '', d, bytes);
        break;
    }
  }

  #hello(socket: WebSocket, d: unknown): void {
    if (this.#heartbeat !== null) throw new ServiceError('The gateway sent HELLO twice', 502);
    const { heartbeat_interval: interval } = decodeHello(d);
    this.#awaitHandshake(socket);
    this.#heartbeat = new Heartbeat(this.options.clock, {
      intervalMs: interval,
      mostUnanswered: 1,
      beat: () => this.#beat(socket),
      dead: () => socket.terminate(),
    });
    const { token } = this.options;
    if (this.#session === null) {
      sendPayload(socket, GATEWAY_OPCODES.IDENTIFY, {
        token,
        properties: { $os: process.platform, $browser: 'guildhall', $device: 'guildhall' },
        compress: false,
        large_threshold: 250,
      });
    } else {
      const { id, sequence } = this.#session;
      sendPayload(socket, GATEWAY_OPCODES.RESUME, { token, session_id: id, seq: sequence });
    }
  }

  #beat(socket: WebSocket): void {
    sendPayload(socket, GATEWAY_OPCODES.HEARTBEAT, this.#session?.sequence ?? null);
  }

  #dispatch(sequence: number, name: string, data: unknown, bytes: number): void {
    if (name === 'READY') {
      const ready = decodeReady(data);
      this.#session = { id: ready.session_id, sequence };
      this.options.listener.ready(ready);
    } else {
      if (this.#session !== null) this.#session.sequence = sequence;
      this.options.listener.dispatch(name, data, bytes);
    }
    if (name === 'READY' || name === 'RESUMED') {
      this.#cancelDeadline();
      this.#cancelDeadline = this.options.clock.after(STABLE_AFTER, () => this.#backOff.reset());
      this.options.listener.connectionChanged(true);
    }
  }

  /** Closes the connection if the service's next step of the handshake takes too long. */
  #awaitHandshake(socket: WebSocket): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.options.clock.after(HANDSHAKE_TIMEOUT, () => socket.terminate());
  }
}
