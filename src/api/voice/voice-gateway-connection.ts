import type { RawData, WebSocket } from 'ws';
import type { FrameBudget } from '../../net/frames/frame-budget.js';
import { FrameDecoder } from '../../net/frames/frame-decoder.js';
import { CloseError } from '../../net/websocket/close-error.js';
import { closeWebSocket } from '../../net/websocket/close-websocket.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import { VOICE_CLOSE_CODES, VOICE_OPCODES, type VoicePayload } from '../../protocol/voice/opcodes.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';
import { VOICE_LIMITS } from './limits.js';
import type { VoiceSession, VoiceTransport } from './voice-session.js';

/** Handles the payloads of a connection. */
export interface VoiceConnectionListener {
  /** @throws {CloseError} */
  payload(connection: VoiceGatewayConnection, payload: VoicePayload): void;
  closed(connection: VoiceGatewayConnection): void;
}

export interface VoiceConnectionOptions {
  readonly socket: WebSocket;
  /** the IP address of the client, as the server sees it */
  readonly peerAddress: string;
  readonly version: number;
  /** the work that its payloads may cause */
  readonly budget: FrameBudget;
  readonly listener: VoiceConnectionListener;
  /** called after each payload is sent */
  readonly wrote: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One WebSocket of the voice gateway: payloads in and out, their limits, and the heartbeat. */
export class VoiceGatewayConnection implements VoiceTransport {
  /** null before IDENTIFY or RESUME succeeded */
  session: VoiceSession | null = null;
  readonly version: number;
  readonly peerAddress: string;
  #cancelDeadline: () => void = () => {};
  readonly #payloads: TokenBucket;
  readonly #decoder: FrameDecoder;

  constructor(private readonly options: VoiceConnectionOptions) {
    const { budget, clock, peerAddress, socket, version } = options;
    this.version = version;
    this.peerAddress = peerAddress;
    const { PAYLOADS_PER_SECOND: rate, PAYLOAD_BURST_SECONDS: seconds } = VOICE_LIMITS;
    this.#payloads = new TokenBucket(rate, rate * seconds, () => clock.now());
    this.#decoder = new FrameDecoder(jsonEncoding, budget);
    socket.on('message', (data) => this.#receive(data));
    socket.on('ping', ({ length }) => this.#guard(() => this.#charge(length)));
    socket.on('pong', ({ length }) => this.#guard(() => this.#charge(length)));
    socket.on('close', () => {
      this.#cancelDeadline();
      options.listener.closed(this);
    });
  }

  /** Sends HELLO and waits for IDENTIFY or RESUME. */
  open(): void {
    const interval = VOICE_LIMITS.HEARTBEAT_INTERVAL_MS;
    const d = {
      v: this.version,
      heartbeat_interval: this.version <= VOICE_VERSIONS.LAST_HURRIED ? (interval * 4) / 3 : interval,
    };
    this.send({ op: VOICE_OPCODES.HELLO, d });
    this.#expectSomething(VOICE_LIMITS.IDENTIFY_WITHIN_MS);
  }

  send(payload: VoicePayload): void {
    const { socket } = this.options;
    if (this.#isClosed) return;
    if (socket.bufferedAmount > VOICE_LIMITS.UNREAD_BYTES) {
      this.close(VOICE_CLOSE_CODES.SESSION_TIMEOUT, 'Too much was not read.');
      return;
    }
    socket.send(JSON.stringify(payload));
    this.options.wrote();
  }

  /** Answers a heartbeat, and extends the deadline of the next one. @param nonce as the client sent it */
  beat(nonce: number | null): void {
    this.send({
      op: VOICE_OPCODES.HEARTBEAT_ACK,
      d: this.version >= VOICE_VERSIONS.NUMBERED ? { t: nonce } : nonce,
    });
    this.waitForHeartbeat();
  }

  /** Starts the deadline of the next heartbeat. Before a session exists only IDENTIFY and RESUME end the deadline. */
  waitForHeartbeat(): void {
    if (this.session !== null) this.#expectSomething(VOICE_LIMITS.HEARTBEAT_INTERVAL_MS * 2);
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return;
    closeWebSocket(this.options.socket, { code, reason }, VOICE_LIMITS.CLOSE_WITHIN_MS, this.options.clock);
  }

  get #isClosed(): boolean {
    return this.options.socket.readyState !== this.options.socket.OPEN;
  }

  #expectSomething(withinMs: number): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.options.clock.after(withinMs, () => {
      this.close(VOICE_CLOSE_CODES.SESSION_TIMEOUT, 'Nothing arrived in time.');
    });
  }

  #receive(data: RawData): void {
    this.#guard(() => {
      // ws passes one Buffer per message unless `binaryType` is changed.
      const bytes = data as Buffer;
      this.#charge(bytes.length);
      this.options.listener.payload(this, this.#read(bytes));
    });
  }

  #guard(handle: () => void): void {
    // Frames after a close are ignored.
    if (this.#isClosed) return;
    try {
      handle();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Charges a frame that arrived, control frames included. @throws {CloseError} RATE_LIMITED */
  #charge(bytes: number): void {
    const isAllowed = this.#payloads.take() && this.options.budget.chargeFrame(bytes, this.session !== null);
    if (!isAllowed) throw rateLimited();
  }

  /** Decodes a payload. @throws {CloseError} DECODE_ERROR or RATE_LIMITED */
  #read(data: Uint8Array): VoicePayload {
    const { value, error, isPaid } = this.#decoder.decode(data, VOICE_LIMITS.DECODE, this.session !== null);
    if (!isPaid) throw rateLimited();
    if (error !== null || typeof value !== 'object' || value === null) throw decodeError();
    if (!('op' in value) || typeof value.op !== 'number') throw decodeError();
    return { op: value.op, d: 'd' in value ? value.d : null };
  }

  #fail(error: unknown): void {
    if (error instanceof CloseError) {
      this.close(error.code, error.message);
      return;
    }
    this.options.log.error({ err: error }, 'failed to handle voice payload');
    this.close(VOICE_CLOSE_CODES.SERVER_CRASHED, 'Unknown error.');
  }
}

function decodeError(): CloseError {
  return new CloseError(VOICE_CLOSE_CODES.DECODE_ERROR, 'Failed to decode payload.');
}

function rateLimited(): CloseError {
  return new CloseError(VOICE_CLOSE_CODES.RATE_LIMITED, 'Rate limited.');
}
