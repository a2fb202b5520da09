import { type RawData, WebSocket } from 'ws';
import type { Clock } from '../platform/clock.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { DecodeMeter } from '../protocol/encoding/decode-meter.js';
import { jsonEncoding } from '../protocol/encoding/json.js';
import { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES, type GatewayPayload } from '../protocol/gateway/opcodes.js';
import { Backoff } from './backoff.js';
import { Heartbeat } from './heartbeat.js';

/** Larger frames than this the client does not read: a GUILD_CREATE of a very large guild fits. */
const MAX_PAYLOAD = 256 * 1024 * 1024;
const DECODE_BOUNDS = { bytes: MAX_PAYLOAD, terms: MAX_PAYLOAD, depth: 128 };

/** A connection is unusable after these; resuming would only repeat them. */
const NOT_RESUMABLE: ReadonlySet<number> = new Set([
  GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED,
  GATEWAY_CLOSE_CODES.INVALID_SEQUENCE,
  GATEWAY_CLOSE_CODES.SESSION_TIMEOUT,
]);

export interface GatewayListener {
  /** READY: everything known before is void */
  ready(data: unknown): void;
  dispatch(name: string, data: unknown): void;
  connected(connected: boolean): void;
  /** the service does not take the token; the connection is given up */
  rejected(): void;
}

interface Resumable {
  readonly id: string;
  sequence: number;
}

/** Keeps one gateway session alive: identifies, beats, resumes, and connects again with growing pauses. */
export class GatewayConnection implements Component {
  #socket: WebSocket | null = null;
  #session: Resumable | null = null;
  #heartbeat: Heartbeat | null = null;
  #cancelRetry: (() => void) | null = null;
  #stopped = false;
  readonly #backoff = new Backoff();

  /** @param url gives the gateway's address; asked before every connect */
  constructor(
    private readonly url: () => Promise<string>,
    private readonly token: string,
    private readonly listener: GatewayListener,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  start(): void {
    void this.#connect();
  }

  /** Sends a frame; without a connection it is lost, as what it asks for would be. */
  send(op: number, d: unknown): void {
    if (this.#socket !== null) send(this.#socket, op, d);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#heartbeat?.stop();
    const socket = this.#socket;
    if (socket === null) return;
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.close(1000);
      this.clock.after(500, () => socket.terminate());
    });
  }

  async #connect(): Promise<void> {
    try {
      const url = `${await this.url()}/?v=6&encoding=json`;
      if (this.#stopped) return;
      const socket = new WebSocket(url, { maxPayload: MAX_PAYLOAD, perMessageDeflate: false });
      this.#socket = socket;
      socket.on('message', (data) => this.#receive(socket, data));
      socket.on('error', (error) => this.log.debug({ err: error }, 'gateway connection broke'));
      socket.on('close', (code) => this.#closed(code));
    } catch (error) {
      this.log.debug({ err: error }, 'gateway address is not to be had');
      this.#retry();
    }
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#heartbeat?.stop();
    this.listener.connected(false);
    if (this.#stopped) return;
    if (NOT_RESUMABLE.has(code)) this.#session = null;
    if (code === GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED) {
      this.listener.rejected();
      return;
    }
    this.log.info({ code }, 'gateway connection closed, connecting again');
    this.#retry();
  }

  #retry(): void {
    if (this.#stopped) return;
    this.#cancelRetry = this.clock.after(this.#backoff.next(), () => void this.#connect());
  }

  #receive(socket: WebSocket, data: RawData): void {
    try {
      this.#handle(
        socket,
        jsonEncoding.decode(data as Buffer, new DecodeMeter(DECODE_BOUNDS)) as GatewayPayload,
      );
    } catch (error) {
      // One frame that cannot be read leaves a hole in what is known: begin anew rather than go on with it.
      this.log.warn({ err: error }, 'gateway frame could not be handled');
      this.#session = null;
      socket.close(4000);
    }
  }

  #handle(socket: WebSocket, { op, d, s, t }: GatewayPayload): void {
    switch (op) {
      case GATEWAY_OPCODES.HELLO:
        this.#hello(socket, d as { heartbeat_interval: number });
        break;
      case GATEWAY_OPCODES.HEARTBEAT:
        this.#beat(socket);
        break;
      case GATEWAY_OPCODES.HEARTBEAT_ACK:
        this.#heartbeat?.acknowledge();
        break;
      case GATEWAY_OPCODES.RECONNECT:
        socket.close(4000);
        break;
      case GATEWAY_OPCODES.INVALID_SESSION:
        if (d !== true) this.#session = null;
        socket.close(4000);
        break;
      case GATEWAY_OPCODES.DISPATCH:
        this.#dispatch(s ?? 0, t ?? '', d);
        break;
    }
  }

  #hello(socket: WebSocket, { heartbeat_interval: interval }: { heartbeat_interval: number }): void {
    this.#heartbeat = new Heartbeat(this.clock, interval, {
      beat: () => this.#beat(socket),
      dead: () => socket.terminate(),
    });
    const { token } = this;
    if (this.#session === null) {
      send(socket, GATEWAY_OPCODES.IDENTIFY, {
        token,
        properties: { $os: process.platform, $browser: 'guildhall', $device: 'guildhall' },
        compress: false,
        large_threshold: 250,
      });
    } else {
      const { id, sequence } = this.#session;
      send(socket, GATEWAY_OPCODES.RESUME, { token, session_id: id, seq: sequence });
    }
  }

  #beat(socket: WebSocket): void {
    send(socket, GATEWAY_OPCODES.HEARTBEAT, this.#session?.sequence ?? null);
  }

  #dispatch(sequence: number, name: string, data: unknown): void {
    if (name === 'READY') {
      this.#session = { id: (data as { session_id: string }).session_id, sequence };
      this.listener.ready(data);
    } else {
      if (this.#session !== null) this.#session.sequence = sequence;
      this.listener.dispatch(name, data);
    }
    if (name === 'READY' || name === 'RESUMED') {
      this.#backoff.reset();
      this.listener.connected(true);
    }
  }
}

function send(socket: WebSocket, op: number, d: unknown): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }));
}
