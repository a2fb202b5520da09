import type { RawData, WebSocket } from 'ws';
import { CloseError } from '../../net/close-error.js';
import { closeWebSocket } from '../../net/close-websocket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { TokenBucket } from '../../platform/token-bucket.js';
import { VOICE_CLOSE_CODES, VOICE_OPCODES, type VoicePayload } from '../../protocol/voice/opcodes.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';
import { VOICE_LIMITS } from './limits.js';
import type { VoiceSession, VoiceTransport } from './voice-session.js';

/** Handles the payloads of a connection. */
export interface VoiceConnectionListener {
  /** @throws {CloseError} */
  payload(connection: VoiceConnection, payload: VoicePayload): void;
  closed(connection: VoiceConnection): void;
}

export interface VoiceConnectionOptions {
  readonly socket: WebSocket;
  /** the IP address of the client, as the server sees it */
  readonly peerAddress: string;
  readonly version: number;
  readonly listener: VoiceConnectionListener;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One WebSocket of the voice gateway: payloads in and out, their limits, and the heartbeat. */
export class VoiceConnection implements VoiceTransport {
  /** null before IDENTIFY or RESUME succeeded */
  session: VoiceSession | null = null;
  readonly version: number;
  readonly peerAddress: string;
  #cancelDeadline: () => void = () => {};
  readonly #payloads: TokenBucket;

  constructor(private readonly options: VoiceConnectionOptions) {
    const { clock, peerAddress, socket, version } = options;
    this.version = version;
    this.peerAddress = peerAddress;
    const { PAYLOADS_PER_SECOND: rate, PAYLOAD_BURST_SECONDS: seconds } = VOICE_LIMITS;
    this.#payloads = new TokenBucket(rate, rate * seconds, () => clock.now());
    socket.on('message', (data) => this.#receive(data));
    socket.on('ping', () => this.#charge());
    socket.on('pong', () => this.#charge());
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
    } else socket.send(JSON.stringify(payload));
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
    if (this.#isClosed || !this.#charge()) return;
    try {
      this.options.listener.payload(this, parsePayload(String(data)));
    } catch (error) {
      this.#fail(error);
    }
  }

  #charge(): boolean {
    if (this.#payloads.take()) return true;
    this.close(VOICE_CLOSE_CODES.RATE_LIMITED, 'Rate limited.');
    return false;
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

/** @throws {CloseError} DECODE_ERROR */
function parsePayload(text: string): VoicePayload {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CloseError(VOICE_CLOSE_CODES.DECODE_ERROR, 'Failed to decode payload.');
  }
  if (typeof value !== 'object' || value === null || !('op' in value) || typeof value.op !== 'number') {
    throw new CloseError(VOICE_CLOSE_CODES.DECODE_ERROR, 'Failed to decode payload.');
  }
  return { op: value.op, d: 'd' in value ? value.d : null };
}
