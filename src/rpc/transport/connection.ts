import type { RawData, WebSocket } from 'ws';
import type { FrameBudget } from '../../net/frame-budget.js';
import type { Clock } from '../../platform/clock.js';
import { FaultBoundary } from '../../platform/fault-boundary.js';
import type { Logger } from '../../platform/log.js';
import type { Encoding } from '../../protocol/encoding/encoding.js';
import type { Application } from '../../protocol/objects/application.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { errorReply, type RpcFrame } from '../../protocol/rpc/payload.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Dispatcher } from '../dispatcher.js';
import type { RpcLimits } from '../limits.js';
import type { Authorization, RpcSession } from '../session.js';
import type { RpcSessionInfo } from '../sessions.js';
import { SharedFrame } from '../shared-frame.js';
import type { Admitted } from './admission.js';
import { FrameReader } from './frame-reader.js';
import { PacedFrames } from './paced-frames.js';
import type { UnauthenticatedConnections, UnauthenticatedSeat } from './unauthenticated-connections.js';

/** How long a connection may take to agree to being closed, in milliseconds. */
const CLOSE_TIMEOUT = 2_000;

export interface RpcConnectionOptions {
  readonly id: string;
  readonly socket: WebSocket;
  readonly admitted: Admitted & Pick<RpcSession, 'findPeer'>;
  readonly dispatcher: Dispatcher;
  readonly limits: RpcLimits;
  /** what its frames may cost */
  readonly budget: FrameBudget;
  readonly clock: Clock;
  readonly log: Logger;
  readonly unauthenticated: UnauthenticatedConnections;
}

/** One WebSocket of one application: decodes its frames, answers each, and counts. */
export class RpcConnection implements RpcSession {
  readonly transport = 'websocket';
  readonly id: string;
  readonly access = null;
  readonly application: Application;
  readonly origin: string | null;
  readonly findPeer: () => Promise<string | null>;
  private readonly socket: WebSocket;
  private readonly dispatcher: Dispatcher;
  private readonly limits: RpcLimits;
  private readonly clock: Clock;
  readonly #encoding: Encoding;
  readonly #boundary: FaultBoundary;
  readonly #closed = new AbortController();
  readonly #connectedAt: number;
  readonly #reader: FrameReader;
  readonly #frames: PacedFrames;
  readonly #seat: UnauthenticatedSeat;
  #authorization: Authorization | null = null;
  #pending = 0;
  #received = 0;
  #sent = 0;

  constructor({ admitted, budget, unauthenticated, ...options }: RpcConnectionOptions) {
    const { clock, limits, socket } = options;
    this.id = options.id;
    this.socket = socket;
    this.dispatcher = options.dispatcher;
    this.limits = limits;
    this.clock = clock;
    this.#connectedAt = clock.now();
    const boundary = new FaultBoundary('RPC connection', options.log, () =>
      this.close(RPC_CLOSES.INTERNAL_ERROR),
    );
    this.#boundary = boundary;
    this.#reader = new FrameReader(admitted.encoding, budget, limits, clock);
    this.application = admitted.application;
    this.origin = admitted.origin;
    this.findPeer = admitted.findPeer;
    this.#encoding = admitted.encoding;
    this.#seat = unauthenticated.admit({
      application: admitted.application.id,
      origin: admitted.origin,
      findPeer: admitted.findPeer,
      close: (close) => this.#cutOff(close),
    });
    this.#frames = new PacedFrames(
      socket,
      { mark: limits.bufferedBytes / 2, seconds: limits.readSeconds },
      clock,
      boundary.guard((data: RawData) => this.#receive(data)),
      () => this.#cutOff(RPC_CLOSES.SLOW_READER),
    );
    const receive = (data: RawData) => {
      // ws passes one Buffer per message unless `binaryType` is changed.
      if (this.#take(data as Buffer)) this.#frames.receive(data);
    };
    socket.on('message', boundary.guard(receive));
    // The socket answers pings by itself, and ends those who do not read the answers; a flood costs as much as one of
    // commands.
    for (const event of ['ping', 'pong']) {
      socket.on(
        event,
        boundary.guard((data: Buffer) => this.#take(data)),
      );
    }
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

  markAgreed(): void {
    this.#seat.markAgreed();
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

  get #isAuthenticated(): boolean {
    return this.authorization !== null;
  }

  /** Takes a frame that arrived; one too many, or one too long, closes the connection. */
  #take({ length }: Buffer): boolean {
    // What still comes after a close was sent is not looked at.
    if (!this.#isOpen) return false;
    const close = this.#reader.take(length, this.#isAuthenticated);
    if (close !== null) this.close(close);
    return close === null;
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
    // ws passes one Buffer per message unless `binaryType` is changed.
    const read = this.#reader.read(data as Buffer, this.#isAuthenticated);
    if ('close' in read) this.close(read.close);
    else if ('refusal' in read) this.#reply(errorReply('DISPATCH', null, read.refusal));
    else this.#dispatch(read.payload);
  }

  #dispatch(payload: unknown): void {
    const answer = this.dispatcher.dispatch(this, payload);
    if (!(answer instanceof Promise)) {
      this.#reply(answer);
      return;
    }
    this.#pending += 1;
    this.#boundary.run(() =>
      answer.then((frame) => {
        this.#pending -= 1;
        this.#reply(frame);
      }),
    );
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
}
