import { FramePace } from '../../net/frames/frame-pace.js';
import { BackOff } from '../../platform/async/back-off.js';
import { Heartbeat } from '../../platform/async/heartbeat.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { TooLargeError } from '../../protocol/encoding/decode-meter.js';
import { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES } from '../../protocol/gateway/opcodes.js';
import { ServiceError } from '../service-error.js';
import { decodeHello, decodeReady, type GatewayFrame, type Ready, SERVICE_PACE } from './gateway-frames.js';
import { GatewaySocket } from './gateway-socket.js';

/** How long the service may take to accept a connection, then to send HELLO, then READY or RESUMED, in milliseconds. */
const HANDSHAKE_TIMEOUT = 15_000;

/** How long a session must last before the back-off is reset, in milliseconds. */
const STABLE_AFTER = 30_000;

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
  dispatch(name: string, data: unknown): void;
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
  #socket: GatewaySocket | null = null;
  #session: Resumable | null = null;
  #heartbeat: Heartbeat | null = null;
  #cancelRetry: (() => void) | null = null;
  /** cancels the timer of the current state */
  #cancelDeadline: () => void = () => {};
  #stopped = false;
  /** the service may send any number of frames that are too large */
  #hasWarnedOfSize = false;
  /** milliseconds since the Unix epoch; null before the first frame */
  #lastFrameAt: number | null = null;
  readonly #backOff = new BackOff(RETRY, Math.random);
  readonly #pace: FramePace;

  constructor(private readonly options: GatewayConnectionOptions) {
    this.#pace = new FramePace(SERVICE_PACE, options.clock);
  }

  start(): void {
    void this.#connect();
  }

  /** whether events wait in the service, because earlier ones exceeded the budget of frames */
  get isPaused(): boolean {
    return this.#pace.isPausing;
  }

  /** the IP address of the gateway; null without a connection */
  get remoteAddress(): string | null {
    return this.#socket?.remoteAddress ?? null;
  }

  /** when the last frame arrived, in milliseconds since the Unix epoch; null before the first one */
  get lastFrameAt(): number | null {
    return this.#lastFrameAt;
  }

  /** Sends a frame; it is dropped without a connection. */
  send(op: number, d: unknown): void {
    this.#socket?.send(op, d);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#cancelDeadline();
    this.#heartbeat?.stop();
    await this.#socket?.end();
  }

  async #connect(): Promise<void> {
    try {
      const url = `${await this.options.url()}/?v=6&encoding=json`;
      if (this.#stopped) return;
      const { clock, log } = this.options;
      const socket = new GatewaySocket({
        url,
        acceptWithinMs: HANDSHAKE_TIMEOUT,
        pace: this.#pace,
        listener: {
          opened: () => this.#awaitHandshake(socket),
          frame: (frame) => this.#handle(socket, frame),
          skipped: (error, bytes) => this.#skipped(error, bytes),
          failed: (error) => this.#failed(error),
          closed: (code) => this.#closed(code),
        },
        clock,
        log,
      });
      this.#socket = socket;
    } catch (error) {
      this.options.log.debug({ err: error }, 'failed to resolve gateway URL');
      this.#retry();
    }
  }

  #closed(code: number): void {
    this.#socket = null;
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
    this.options.log.info({ code }, 'gateway connection closed; reconnecting');
    this.#retry();
  }

  #retry(): void {
    if (this.#stopped) return;
    this.#cancelRetry = this.options.clock.after(this.#backOff.next(), () => void this.#connect());
  }

  /**
   * Closing the connection would bring the same frame again: one guild that is too large must not keep the person out of
   * all others. Its events are ignored as long as it has not arrived.
   */
  #skipped(error: TooLargeError, bytes: number): void {
    if (this.#hasWarnedOfSize) return;
    this.#hasWarnedOfSize = true;
    this.options.log.warn(
      { err: error, bytes },
      'skipped a gateway frame that is too large; if a guild is missing, it needs fewer channels, overwrites or roles',
    );
  }

  /** The state may be incomplete after an invalid frame, so a new session is started. */
  #failed(error: unknown): void {
    this.options.log.warn({ err: error }, 'failed to handle gateway frame');
    this.#session = null;
  }

  #handle(socket: GatewaySocket, { op, d, s, t }: GatewayFrame): void {
    this.#lastFrameAt = this.options.clock.now();
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
        socket.close();
        break;
      case GATEWAY_OPCODES.INVALID_SESSION:
        if (d !== true) this.#session = null;
        socket.close();
        break;
      case GATEWAY_OPCODES.DISPATCH:
        this.#dispatch(s ?? 0, t ?? '', d);
        break;
    }
  }

  #hello(socket: GatewaySocket, d: unknown): void {
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
      socket.send(GATEWAY_OPCODES.IDENTIFY, {
        token,
        properties: { $os: process.platform, $browser: 'guildhall', $device: 'guildhall' },
        compress: false,
        large_threshold: 250,
        application_updates: true,
      });
    } else {
      const { id, sequence } = this.#session;
      socket.send(GATEWAY_OPCODES.RESUME, { token, session_id: id, seq: sequence });
    }
  }

  #beat(socket: GatewaySocket): void {
    socket.send(GATEWAY_OPCODES.HEARTBEAT, this.#session?.sequence ?? null);
  }

  #dispatch(sequence: number, name: string, data: unknown): void {
    if (name === 'READY') {
      const ready = decodeReady(data);
      this.#session = { id: ready.session_id, sequence };
      this.options.listener.ready(ready);
    } else {
      if (this.#session !== null) this.#session.sequence = sequence;
      this.options.listener.dispatch(name, data);
    }
    if (name === 'READY' || name === 'RESUMED') {
      this.#cancelDeadline();
      this.#cancelDeadline = this.options.clock.after(STABLE_AFTER, () => this.#backOff.reset());
      this.options.listener.connectionChanged(true);
    }
  }

  /** Closes the connection if the service's next step of the handshake takes too long. */
  #awaitHandshake(socket: GatewaySocket): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.options.clock.after(HANDSHAKE_TIMEOUT, () => socket.terminate());
  }
}
