import { setMaxListeners } from 'node:events';
import type { FrameBudget } from '../../net/frames/frame-budget.js';
import { PacedFrames } from '../../net/frames/paced-frames.js';
import type { TimedTurns } from '../../net/timed-turns.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { FaultBoundary } from '../../platform/processes/fault-boundary.js';
import type { Encoding } from '../../protocol/encoding/encoding.js';
import type { Application } from '../../protocol/objects/application.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { errorReply, type RpcFrame } from '../../protocol/rpc/payload.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { type Timestamp, timestamp } from '../../protocol/timestamp.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { type FrameCounts, FrameTraffic } from '../inspection/frame-traffic.js';
import { LOCAL_UNREAD_BYTES, type RpcLimits } from '../limits.js';
import type { Authorization, RpcSession, SessionCapabilities } from '../sessions/session.js';
import { SharedFrame } from '../subscriptions/shared-frame.js';
import type { Admitted } from './admission.js';
import type { FrameChannel } from './frame-channel.js';
import { FrameReader, type FrameRules } from './frame-reader.js';
import type { Handshake, LocalProgram } from './handshake.js';
import type {
  UnauthenticatedConnection,
  UnauthenticatedConnections,
  UnauthenticatedSeat,
} from './unauthenticated-connections.js';

/** Follows the state of connections. */
export interface RpcConnectionListener {
  /** an open connection has authenticated (1), or is no longer (-1) */
  count(connection: RpcSession, change: 1 | -1): void;
  /** called once, after it has closed */
  remove(connection: RpcSession): void;
}

/** Listeners to the end of a connection of each pending command: one may wait for a channel, and then for the service. */
const COMMAND_END_LISTENERS = 2;
/** Those besides: captures, grants and the like. */
const OWN_END_LISTENERS = 16;

/** What a connection knows of itself. */
export interface ConnectionInfo extends FrameCounts {
  readonly id: string;
  /** `icon` is its hash; null: none */
  readonly application: { readonly id: Snowflake; readonly name: string; readonly icon: string | null };
  /** false: the service does not know the application, which has the name of its program */
  readonly registered: boolean;
  readonly transport: 'ipc' | 'websocket';
  readonly origin: string | null;
  readonly encoding: string;
  readonly connected_at: Timestamp;
  /** when its last frame arrived, or it connected */
  readonly last_seen_at: Timestamp;
  /** null before AUTHENTICATE */
  readonly scopes: readonly string[] | null;
}

export interface RpcConnectionOptions {
  readonly id: string;
  /** must be paused until the connection is accepted */
  readonly channel: FrameChannel;
  readonly admitted: Admitted & Pick<RpcSession, 'findPeer'> & Pick<Handshake, 'local'>;
  readonly dispatcher: Dispatcher;
  readonly limits: RpcLimits;
  readonly rules: FrameRules;
  /** the budget of its frames */
  readonly budget: FrameBudget;
  /** the turns of all connections of the server */
  readonly turns: TimedTurns;
  readonly clock: Clock;
  readonly log: Logger;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly listener: RpcConnectionListener;
}

/**
 * One connection of one application: decodes its frames, sends the replies, and counts both. What only some connections
 * need is created on first use, because most of them are idle (docs/performance.md).
 */
export class RpcConnection implements RpcSession, UnauthenticatedConnection {
  readonly capabilities: SessionCapabilities;
  readonly id: string;
  readonly access = null;
  readonly application: Application;
  readonly isRegistered: boolean;
  readonly origin: string | null;
  readonly local: LocalProgram | null;
  readonly findPeer: () => Promise<string | null>;
  private readonly channel: FrameChannel;
  private readonly listener: RpcConnectionListener;
  private readonly dispatcher: Dispatcher;
  private readonly limits: RpcLimits;
  readonly #encoding: Encoding;
  readonly #boundary: FaultBoundary;
  /** aborted when the connection has closed; null until somebody listens */
  #end: AbortController | null = null;
  #isClosed = false;
  readonly #connectedAt: number;
  readonly #clock: Clock;
  #lastSeenAt: number;
  readonly #reader: FrameReader;
  readonly #frames: PacedFrames;
  readonly #seat: UnauthenticatedSeat;
  #authorization: Authorization | null = null;
  #pending = 0;
  /** what its frames count, and who observes them */
  readonly traffic = new FrameTraffic();

  constructor({ admitted, budget, turns, unauthenticated, ...options }: RpcConnectionOptions) {
    const { channel, clock, limits, listener } = options;
    this.id = options.id;
    this.channel = channel;
    this.listener = listener;
    this.dispatcher = options.dispatcher;
    this.limits = limits;
    this.#clock = clock;
    this.#connectedAt = clock.now();
    this.#lastSeenAt = this.#connectedAt;
    const boundary = new FaultBoundary('RPC connection', options.log, () =>
      this.close(RPC_CLOSES.INTERNAL_ERROR),
    );
    this.#boundary = boundary;
    this.#reader = new FrameReader(admitted.encoding, budget, options.rules);
    this.capabilities = admitted.capabilities;
    this.application = admitted.application;
    this.isRegistered = admitted.isRegistered;
    this.origin = admitted.origin;
    this.local = admitted.local;
    this.findPeer = admitted.findPeer;
    this.#encoding = admitted.encoding;
    this.#seat = unauthenticated.admit(this);
    this.#frames = new PacedFrames({
      source: channel,
      mark: limits.bufferedBytes / 2,
      seconds: limits.readSeconds,
      clock,
      turns,
      take: boundary.guard((frame: Uint8Array) => this.#receive(frame)),
      tooSlow: () => this.cutOff(RPC_CLOSES.SLOW_READER),
    });
    channel.listen({
      frame: boundary.guard((frame: Uint8Array) => {
        if (this.#take(frame.length)) this.#frames.receive(frame);
      }),
      control: boundary.guard((bytes: number) => this.#take(bytes)),
      closed: () => {
        this.#isClosed = true;
        this.#frames.end();
        this.#seat.leave();
        listener.remove(this);
        this.#end?.abort();
        this.traffic.end();
      },
    });
  }

  get authorization(): Authorization | null {
    return this.#authorization;
  }

  /** Once authenticated, a connection is never displaced, even if it loses its authorization. */
  set authorization(authorization: Authorization | null) {
    const change = Number(authorization !== null) - Number(this.#authorization !== null);
    if (!this.#isClosed && (change === 1 || change === -1)) this.listener.count(this, change);
    this.#authorization = authorization;
    if (authorization !== null) this.#seat.leave();
  }

  get isOpen(): boolean {
    return this.channel.isOpen;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get closed(): AbortSignal {
    if (this.#end === null) {
      this.#end = new AbortController();
      // Only more listeners than these indicate a leak.
      const most = COMMAND_END_LISTENERS * this.limits.pendingCommands + OWN_END_LISTENERS;
      setMaxListeners(most, this.#end.signal);
      if (this.#isClosed) this.#end.abort();
    }
    return this.#end.signal;
  }

  whileAsking<T>(answer: Promise<T>): Promise<T> {
    return this.#seat.whileAsking(answer);
  }

  markAgreed(): void {
    this.#seat.markAgreed();
  }

  markInUse(): void {
    this.#seat.markInUse();
  }

  /** Sends an event. Events are unsolicited, so a client that does not read them is disconnected. */
  send(frame: RpcFrame | SharedFrame): void {
    const bytes =
      frame instanceof SharedFrame ? frame.as(this.#encoding, this.channel.framing) : this.#toBytes(frame);
    if (this.#isTooLong(bytes)) return;
    const { bufferedBytes } = this.channel;
    // A single frame may exceed the limit: the client has not been slow yet.
    if (bufferedBytes > 0 && bufferedBytes + bytes.length > this.limits.bufferedBytes)
      this.cutOff(RPC_CLOSES.SLOW_READER);
    else this.#write(bytes, frame);
  }

  close(close: RpcClose): void {
    this.channel.close(close);
  }

  /** Closes the connection without waiting for the close handshake, during which it would keep its resources. */
  cutOff(close: RpcClose): void {
    this.close(close);
    this.channel.terminate();
  }

  /** Ends the authorization at once, then closes the connection. */
  revoke(): void {
    this.authorization = null;
    this.close(RPC_CLOSES.TOKEN_REVOKED);
  }

  /** What the connection knows of itself. */
  info(): ConnectionInfo {
    return {
      id: this.id,
      application: { id: this.application.id, name: this.application.name, icon: this.application.icon },
      registered: this.isRegistered,
      transport: this.capabilities.isLocal ? 'ipc' : 'websocket',
      origin: this.origin,
      encoding: this.#encoding.name,
      connected_at: timestamp(this.#connectedAt),
      last_seen_at: timestamp(this.#lastSeenAt),
      scopes: this.authorization === null ? null : [...this.authorization.scopes],
      ...this.traffic.counts(),
    };
  }

  /** Charges an arrived frame; closes the connection if there are too many or it is too long. */
  #take(bytes: number): boolean {
    // Frames after a close are ignored.
    if (!this.channel.isOpen) return false;
    const close = this.#reader.take(bytes, this.authorization !== null);
    if (close !== null) this.close(close);
    return close === null;
  }

  #receive(frame: Uint8Array): void {
    // The connection may have closed while the frame waited.
    if (!this.channel.isOpen) return;
    this.traffic.countReceived(frame.length);
    this.#lastSeenAt = this.#clock.now();
    if (this.#authorization === null) this.#seat.touch();
    if (this.#pending >= this.limits.pendingCommands) {
      this.close(RPC_CLOSES.RATE_LIMITED);
      return;
    }
    const read = this.#reader.read(frame, this.authorization !== null);
    this.traffic.observeRead(read, frame.length);
    if ('close' in read) this.close(read.close);
    else if ('payload' in read) this.#dispatch(read.payload);
    else if (this.channel.closesOnInvalidFrame) this.close(RPC_CLOSES.INVALID_FRAME);
    else this.#reply(errorReply('DISPATCH', null, read.refusal));
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
    const bytes = this.#toBytes(frame);
    // Also if the connection has closed: a client that closes it in time would get the work for nothing.
    this.dispatcher.replied(this, bytes.length);
    if (this.#isTooLong(bytes)) this.#reply(errorReply('DISPATCH', null, rpcErrors.replyTooLong()));
    else this.#write(bytes, frame);
  }

  #isTooLong({ length }: Uint8Array): boolean {
    const { longestEarlyFrame } = this.channel;
    return longestEarlyFrame !== null && this.#authorization === null && length > longestEarlyFrame;
  }

  #toBytes(frame: RpcFrame): Uint8Array {
    return this.channel.framing(this.#encoding.encode(frame));
  }

  #write(bytes: Uint8Array, frame: RpcFrame | SharedFrame): void {
    const { bufferedBytes, isOpen } = this.channel;
    const isUnread =
      this.local !== null && this.#authorization === null && bufferedBytes > LOCAL_UNREAD_BYTES;
    if (!isOpen || isUnread) return;
    this.traffic.countSent(frame, bytes.length);
    this.channel.send(bytes, this.#frames.whenSent(bytes.length));
  }
}
