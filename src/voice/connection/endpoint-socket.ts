import Type from 'typebox';
import { type RawData, WebSocket } from 'ws';
import type { AddressScope } from '../../net/address-scope.js';
import type { FramePace } from '../../net/frames/frame-pace.js';
import { scopedLookup } from '../../net/scoped-lookup.js';
import { closeWebSocket } from '../../net/websocket/close-websocket.js';
import { Heartbeat } from '../../platform/async/heartbeat.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { validator } from '../../protocol/schema.js';
import { VOICE_OPCODES } from '../../protocol/voice/opcodes.js';
import {
  type EndpointPayload,
  endpointFrameWork,
  FRAME_BYTES,
  readEndpointFrame,
} from './endpoint-frames.js';

/** How long the endpoint may take to accept a connection, and then to send HELLO, in milliseconds. */
const HANDSHAKE_TIMEOUT = 10_000;
const CLOSE_WITHIN_MS = 500;
/** The code of a payload that the client cannot handle. */
const UNKNOWN_ERROR = 4000;

/** What answers IDENTIFY or RESUME. Each opens a UDP port, so a connection has one. */
const ANSWERS: ReadonlySet<number> = new Set([VOICE_OPCODES.READY, VOICE_OPCODES.RESUMED]);

/** Shorter intervals would keep the daemon busy, longer ones would not keep the connection alive. */
const HelloSchema = Type.Object({
  heartbeat_interval: Type.Number({ minimum: 1_000, maximum: 600_000 }),
});

const { is: isHello } = validator(HelloSchema);

export interface EndpointSocketListener {
  /** HELLO arrived: the client must identify or resume */
  hello(): void;
  /** a payload other than HELLO and heartbeats */
  payload(op: number, d: unknown): void;
  closed(code: number): void;
}

export interface EndpointSocketOptions {
  readonly url: URL;
  /** the scope of addresses that the endpoint may have */
  readonly scope: AddressScope;
  readonly listener: EndpointSocketListener;
  /** the budget of payloads, shared by all connections to endpoints */
  readonly pace: FramePace;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One WebSocket to a voice endpoint (docs/voice.md, The voice gateway): payloads both ways, and heartbeats. */
export class EndpointSocket {
  readonly #socket: WebSocket;
  #heartbeat: Heartbeat | null = null;
  #cancelDeadline: () => void;
  #isAnswered = false;
  /** the last numbered payload; -1: none */
  lastSequence: number;
  /** the IP address of the endpoint; null until it accepted the connection */
  remoteAddress: string | null = null;

  /** @param lastSequence of the connection that is resumed; -1: none */
  constructor(
    private readonly options: EndpointSocketOptions,
    lastSequence: number,
  ) {
    this.lastSequence = lastSequence;
    const { clock, listener, log, url } = options;
    const socket = new WebSocket(url, {
      maxPayload: FRAME_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT,
      lookup: scopedLookup(options.scope),
    });
    this.#socket = socket;
    this.#cancelDeadline = clock.after(HANDSHAKE_TIMEOUT * 2, () => socket.terminate());
    socket.on('upgrade', (response) => {
      this.remoteAddress = response.socket.remoteAddress ?? null;
    });
    socket.on('message', (data) => this.#receive(data));
    // ws answers pings itself.
    socket.on('ping', ({ length }) => this.#charge(endpointFrameWork(length)));
    socket.on('pong', ({ length }) => this.#charge(endpointFrameWork(length)));
    socket.on('error', (error) => log.debug({ err: error }, 'voice connection failed'));
    socket.on('close', (code) => {
      this.#end();
      listener.closed(code);
    });
  }

  /** Sends a payload; it is dropped unless the connection is open. */
  send(op: number, d: unknown): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ op, d }));
  }

  /** Closes the connection. `closed` is still called. @param code 1000 ends the session */
  close(code = UNKNOWN_ERROR): void {
    this.#end();
    closeWebSocket(this.#socket, { code, reason: '' }, CLOSE_WITHIN_MS, this.options.clock);
  }

  #end(): void {
    this.#cancelDeadline();
    this.#heartbeat?.stop();
    // A closing connection must be read to its end.
    this.options.pace.end(this.#socket);
  }

  #receive(data: RawData): void {
    // Frames after a close are ignored.
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    // ws passes one Buffer per message unless `binaryType` is changed.
    const { payload, work } = readEndpointFrame(data as Buffer);
    if (payload === null) this.close();
    else {
      if (payload.seq !== undefined) this.lastSequence = payload.seq;
      this.#handle(payload);
    }
    this.#charge(work);
  }

  #charge(work: number): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.options.pace.charge(this.#socket, work);
  }

  #handle({ op, d }: EndpointPayload): void {
    if (op === VOICE_OPCODES.HELLO) this.#hello(d);
    else if (op === VOICE_OPCODES.HEARTBEAT_ACK) this.#heartbeat?.answered();
    else if (ANSWERS.has(op) && this.#isAnswered) this.close();
    else {
      this.#isAnswered ||= ANSWERS.has(op);
      this.options.listener.payload(op, d);
    }
  }

  #hello(d: unknown): void {
    if (!isHello(d) || this.#heartbeat !== null) {
      this.close();
      return;
    }
    this.#cancelDeadline();
    const { clock, listener } = this.options;
    this.#heartbeat = new Heartbeat(clock, {
      intervalMs: d.heartbeat_interval,
      mostUnanswered: 1,
      beat: () => this.send(VOICE_OPCODES.HEARTBEAT, { t: clock.now(), seq_ack: this.lastSequence }),
      dead: () => this.#socket.terminate(),
    });
    listener.hello();
  }
}
