import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApiVersion } from '../versions/version.js';
import { EventLog, type EventsBefore, ReplayUse } from './event-log.js';
import type { EncodedEvent } from './frames/encoded-event.js';
import type { FrameFormat } from './frames/frame-format.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { SessionOptions, SessionStatus, SessionTransport, SharedBySessions } from './session-options.js';

/** A guild that a session is to receive. */
export interface PendingDelivery {
  /** whether its client knows of the guild */
  isKnown: boolean;
  /** when it has received the guild, or is told that it is unavailable */
  done: Promise<void>;
  /** what is made of it and waits for the store: its size in bytes, and when it is sent or failed; null: nothing */
  made: { readonly bytes: number; readonly settled: Promise<void> } | null;
}

/** What one client has received, so that it can resume after a lost connection. */
export class Session {
  /** guilds that it has received, each with its known channels */
  readonly guilds = new Map<Snowflake, ReadonlySet<Snowflake>>();
  /** guilds that it does not receive events of yet */
  readonly deliveries = new Map<Snowflake, PendingDelivery>();
  /** guilds of its READY while they are sent */
  arriving: readonly Snowflake[] = [];
  /** before READY: guilds that were joined meanwhile; then null */
  joinedEarly: Set<Snowflake> | null = new Set();
  status: SessionStatus;
  /** guilds in which its user may be in voice with this session */
  readonly guildsInVoice = new Set<Snowflake>();
  transport: SessionTransport | null;
  /** whether it is still being continued after it has moved here from another node */
  isMoving = false;
  /** whether another node continues it: it remains for its user's presence alone */
  isHandedOver = false;
  /** whether it has ended for good */
  isOver = false;
  /** cancels the timer that ends the session without a connection */
  cancelExpiry: () => void = () => {};
  /** pending requests for members */
  memberRequests = 0;
  readonly #log: EventLog;
  #isFrozen = false;
  #isHeld = false;
  /** bytes of a resume that are still waiting */
  #backlog = 0;
  #format: FrameFormat;
  #whenSent: (() => void)[] = [];
  #whenOver: (() => void)[] = [];
  /** events before READY, which must be first */
  #held: EncodedEvent[] = [];

  /**
   * @param transport the first connection
   * @param log the events that it has received on another node
   */
  constructor(
    readonly options: SessionOptions,
    transport: SessionTransport,
    private readonly shared: SharedBySessions,
    log = new EventLog(shared.replayLimits, { isSharded: options.shard !== null }),
  ) {
    this.status = options.status;
    this.transport = transport;
    this.#format = transport.format;
    this.#log = log;
  }

  /** A session that has begun on another node; it has no connection yet. @param transport of which it will be */
  static moved(
    options: SessionOptions,
    transport: SessionTransport,
    shared: SharedBySessions,
    before: EventsBefore,
  ): Session {
    for (const { event } of before.events) event.prepare(transport.format);
    const log = new EventLog(shared.replayLimits, { isSharded: options.shard !== null, before });
    const session = new Session(options, transport, shared, log);
    session.joinedEarly = null;
    session.transport = null;
    session.isMoving = true;
    return session;
  }

  get id(): string {
    return this.options.id;
  }

  /** the version of the interface in which it is served */
  get version(): ApiVersion {
    return this.#format.version;
  }

  get format(): FrameFormat {
    return this.#format;
  }

  get userId(): Snowflake {
    return this.options.caller.user.id;
  }

  /** Whether the guild belongs to this shard: `(guild_id >> 22) % n` (docs/gateway.md). */
  serves(guildId: Snowflake): boolean {
    const { shard } = this.options;
    return shard === null || Number((BigInt(guildId) >> 22n) % BigInt(shard[1])) === shard[0];
  }

  /** Whether private channels belong to this shard: they are in the first one. */
  get servesPrivateChannels(): boolean {
    return (this.options.shard?.[0] ?? 0) === 0;
  }

  /** What all sessions of its user keep for RESUME. */
  get replayUse(): ReplayUse {
    return this.#log.use;
  }

  /** Counts what it keeps together with other sessions of its user. */
  shareReplay(use: ReplayUse): void {
    this.#log.use = use;
  }

  /** Sends READY, and then the events since. */
  begin(ready: EncodedEvent): void {
    this.joinedEarly = null;
    this.dispatch(ready);
    for (const event of this.#held.splice(0)) this.dispatch(event);
  }

  dispatch(event: EncodedEvent): void {
    if (this.#isFrozen) return;
    if (this.joinedEarly !== null) {
      this.#held.push(event);
      return;
    }
    event.prepare(this.#format);
    this.#log.append(event);
    if (this.transport === null || this.transport.isClosed) this.#log.forgetUnsent();
    else if (!this.#isHeld && this.shared.turns.take(this, event.size)) this.send();
  }

  /** Delays what is sent from now on until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.send();
  }

  /** The connection accepts more: what waits is sent in its turn, because many may begin to read at once. */
  drained(): void {
    if (this.isBehind) this.shared.turns.wait(this);
  }

  /** Sends waiting events as far as the connection accepts them; it calls again when it accepts more. */
  send(): void {
    const { transport } = this;
    if (transport === null || this.#isHeld) return;
    while (this.#log.hasUnsent && transport.hasRoom) {
      const event = this.#log.take();
      if (event === null) break;
      transport.dispatch(event, this.#log.sent);
    }
    this.#log.forgetSent();
    if (!this.#log.hasUnsent) this.#sentAll();
    else if (this.#log.hasTooMuchUnsent) {
      // Waiting for the client would keep its user above the limit.
      this.#log.forgetUnsent();
      transport.dropSlowReader();
    } else if (this.#log.unsentBytes > this.#mostUnsent()) transport.dropSlowReader();
  }

  /** Whether something waits for the client to read, or much for its turn. */
  get isBehind(): boolean {
    const { hasUnsent, unsentBytes } = this.#log;
    return this.#isHeld ? unsentBytes > GATEWAY_LIMITS.BUFFERED_BYTES : hasUnsent;
  }

  /** Waits until everything is sent, or the session is over: long sequences are sent at the client's pace. */
  async untilSent(): Promise<void> {
    if (this.isOver || !this.isBehind) return;
    await new Promise<void>((resolve) => this.#whenSent.push(resolve));
  }

  /**
   * Receives nothing from now on, and cannot be resumed here.
   *
   * @returns the number of its last event, the events that were not sent, and some before them; null if it has not begun, or
   * if they are larger than these sizes in bytes
   */
  freeze(sentBytes: number, unsentBytes: number): EventsBefore | null {
    const isResumable = this.isResumable;
    this.#isFrozen = true;
    return isResumable ? this.#log.newest(sentBytes, unsentBytes) : null;
  }

  /** Whether a client can resume it here. */
  get isResumable(): boolean {
    return this.joinedEarly === null && !this.#isFrozen && !this.isMoving;
  }

  /** Whether the client can resume from there; see `isAhead` for invalid numbers. */
  canReplay(sequence: number): boolean {
    return this.#log.canReplay(sequence);
  }

  isAhead(sequence: number): boolean {
    return sequence > this.#log.last;
  }

  /** Attaches a new connection, sends the events after `sequence`, and then `resumed`. */
  resume(transport: SessionTransport, sequence: number, resumed: EncodedEvent): void {
    this.transport = transport;
    this.#format = transport.format;
    this.#log.rewind(sequence);
    this.#backlog = this.#log.unsentBytes;
    this.dispatch(resumed);
  }

  /** The session will not be resumed. */
  end(): void {
    this.isOver = true;
    this.shareReplay(new ReplayUse());
    this.#sentAll();
    for (const listener of this.#whenOver.splice(0)) listener();
  }

  /** Calls a listener when the session has ended for good; at once if it has. */
  whenOver(listener: () => void): void {
    if (this.isOver) listener();
    else this.#whenOver.push(listener);
  }

  /**
   * The maximum number of waiting bytes before the connection is closed. The rest of the buffer is for events until the
   * client returns; a client with a large backlog after RESUME is not considered slow.
   */
  #mostUnsent(): number {
    const { unreadBytes, replayBytes } = this.shared.replayLimits;
    this.#backlog = Math.min(this.#backlog, this.#log.unsentBytes);
    return this.#backlog + Math.min(unreadBytes, (replayBytes - this.#backlog) / 2);
  }

  #sentAll(): void {
    this.#backlog = 0;
    if (this.#whenSent.length === 0) return;
    for (const resolve of this.#whenSent.splice(0)) resolve();
  }
}
