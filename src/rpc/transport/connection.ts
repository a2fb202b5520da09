import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.js';
import { TokenBucket } from '../../platform/token-bucket.js';
import { DecodeError, type Encoding } from '../../protocol/encoding/encoding.js';
import type { Application } from '../../protocol/objects/application.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { errorReply, type RpcFrame } from '../../protocol/rpc/payload.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Dispatcher } from '../dispatcher.js';
import type { RpcLimits } from '../limits.js';
import type { Authorization, RpcSession } from '../session.js';
import type { RpcSessionInfo } from '../sessions.js';
import { SharedFrame } from '../shared-frame.js';
import type { Admitted } from './admission.js';
import { PacedFrames } from './paced-frames.js';
import type { UnauthenticatedConnections, UnauthenticatedSeat } from './unauthenticated-connections.js';

/** How long a connection may take to agree to being closed, in milliseconds. */
const CLOSE_TIMEOUT = 2_000;

/** A burst of frames may be as long as what this many seconds allow: clients subscribe to everything at once. */
const BURST_SECONDS = 5;

/** One WebSocket of one application: decodes its frames, answers each, and counts. */
export class RpcConnection implements RpcSession {
  readonly transport = 'websocket';
  readonly application: Application;
  readonly origin: string | null;
  readonly #encoding: Encoding;
  readonly #closed = new AbortController();
  readonly #connectedAt: number;
  readonly #budget: TokenBucket;
  readonly #frames: PacedFrames;
  readonly #seat: UnauthenticatedSeat;
  #authorization: Authorization | null = null;
  #pending = 0;
  #received = 0;
  #sent = 0;

  constructor(
    readonly id: string,
    private readonly socket: WebSocket,
    admitted: Admitted,
    private readonly dispatcher: Dispatcher,
    private readonly limits: RpcLimits,
    private readonly clock: Clock,
    unauthenticated: UnauthenticatedConnections,
  ) {
    const { messagesPerSecond } = limits;
    this.#connectedAt = clock.now();
    this.#budget = new TokenBucket(messagesPerSecond, messagesPerSecond * BURST_SECONDS, () => clock.now());
    this.application = admitted.application;
    this.origin = admitted.origin;
    this.#encoding = admitted.encoding;
    const holder = [admitted.application.id, admitted.origin ?? ''];
    this.#seat = unauthenticated.admit(holder, (close) => this.#cutOff(close));
    this.#frames = new PacedFrames(
      socket,
      { mark: limits.bufferedBytes / 2, seconds: limits.readSeconds },
      clock,
      (data) => this.#receive(data),
      () => this.#cutOff(RPC_CLOSES.SLOW_READER),
    );
    socket.on('message', (data) => {
      if (this.#isWithinRate()) this.#frames.receive(data);
    });
    // The socket answers pings by itself, and ends those who do not read the answers; a flood costs as much as one of
    // commands.
    socket.on('ping', () => this.#isWithinRate());
    socket.on('pong', () => this.#isWithinRate());
    socket.on('close', () => {
      this.#seat.leave();
      this.#closed.abort();
    });
  }

  get authorization(): Authorization | null {
    return this.#authorization;
  }

  /** Once it has authenticated it is never displaced, also when it loses its authorization. */
  set authorization(authorization: Authorization | null) {
    this.#authorization = authorization;
    if (authorization !== null) this.#seat.leave();
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  whileAsking<T>(answer: Promise<T>): Promise<T> {
    return this.#seat.whileAsking(answer);
  }

  /** Sends an event: unlike a reply it comes unasked, so who does not read is cut off. */
  send(frame: RpcFrame | SharedFrame): void {
    const bytes = frame instanceof SharedFrame ? frame.as(this.#encoding) : this.#encoding.encode(frame);
    const { bufferedAmount } = this.socket;
    // One frame alone may be longer than the bound: nobody was slow to read it yet.
    if (bufferedAmount > 0 && bufferedAmount + bytes.length > this.limits.bufferedBytes)
      this.#cutOff(RPC_CLOSES.SLOW_READER);
    else this.#write(bytes);
  }

  close({ code, reason }: RpcClose): void {
    if (!this.#isOpen) return;
    this.socket.close(code, reason);
    this.socket.once(
      'close',
      this.clock.after(CLOSE_TIMEOUT, () => this.socket.terminate()),
    );
  }

  /** Its token is void: it may do nothing from here on, also while the close is on its way. */
  revoke(): void {
    this.authorization = null;
    this.close(RPC_CLOSES.TOKEN_REVOKED);
  }

  /** @param subscriptions how many this connection has */
  info(subscriptions: number): Omit<RpcSessionInfo, 'key_capture' | 'capturing_since'> {
    return {
      id: this.id,
      application: { id: this.application.id, name: this.application.name },
      origin: this.origin,
      encoding: this.#encoding.name,
      connected_at: timestamp(this.#connectedAt),
      scopes: this.authorization === null ? null : [...this.authorization.scopes],
      subscriptions,
      frames_received: this.#received,
      frames_sent: this.#sent,
    };
  }

  get #isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Counts a frame; one too many closes the connection. */
  #isWithinRate(): boolean {
    // What still comes after a close was sent is not looked at.
    if (!this.#isOpen) return false;
    if (this.#budget.take()) return true;
    this.close(RPC_CLOSES.RATE_LIMITED);
    return false;
  }

  #receive(data: RawData): void {
    // It may have waited until after a close.
    if (!this.#isOpen) return;
    this.#received += 1;
    this.#seat.touch();
    if (this.#pending >= this.limits.pendingCommands) {
      this.close(RPC_CLOSES.RATE_LIMITED);
      return;
    }
    const payload = this.#decode(data);
    if (payload === undefined) return;
    const answer = this.dispatcher.dispatch(this, payload);
    if (!(answer instanceof Promise)) {
      this.#reply(answer);
      return;
    }
    this.#pending += 1;
    void answer.then((frame) => {
      this.#pending -= 1;
      this.#reply(frame);
    });
  }

  #reply(frame: RpcFrame): void {
    this.#write(this.#encoding.encode(frame));
  }

  #write(bytes: string | Uint8Array): void {
    if (!this.#isOpen) return;
    this.#sent += 1;
    this.socket.send(bytes, { binary: this.#encoding.binary }, this.#frames.whenSent(bytes.length));
  }

  /** Closes the connection without waiting for its agreement: it would keep what it holds until then. */
  #cutOff(close: RpcClose): void {
    this.close(close);
    this.socket.terminate();
  }

  #decode(data: RawData): unknown {
    try {
      // ws hands out one Buffer per message unless it is told otherwise.
      return this.#encoding.decode(data as Buffer);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#reply(errorReply('DISPATCH', null, rpcErrors.invalidPayload(`Payload is ${error.message}`)));
      return undefined;
    }
  }
}
