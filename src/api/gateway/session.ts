import type { Activity, Status } from '../../protocol/objects/presence.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Caller } from '../accounts/caller.js';
import type { ApiVersion } from '../versions/version.js';
import type { EncodedEvent } from './encoded-event.js';
import { EventLog } from './event-log.js';
import type { FrameFormat } from './frame-format.js';
import type { ReplayLimits } from './replay-limits.js';

/** The live connection of a session. */
export interface SessionTransport {
  readonly format: FrameFormat;
  readonly isClosed: boolean;
  /** whether it accepts more now; otherwise it calls the session's `send` later */
  readonly hasRoom: boolean;
  dispatch(event: EncodedEvent, sequence: number): void;
  /** closes the connection, from which the client may resume */
  dropSlowReader(): void;
  close(code: number, reason: string): void;
}

export interface SessionOptions {
  readonly id: string;
  readonly caller: Caller;
  /** guilds with more members are sent without offline members */
  readonly largeThreshold: number;
  /** the shard and the number of shards; null: not sharded */
  readonly shard: readonly [number, number] | null;
  readonly status: SessionStatus;
  /** whether the session receives OAUTH2_APPLICATIONS_UPDATE */
  readonly receivesApplicationUpdates: boolean;
}

export interface SessionStatus {
  readonly status: Status;
  readonly game: Activity | null;
}

/** What one client has received, so that it can resume after a lost connection. */
export class Session {
  /** guilds that it has received, each with its known channels */
  readonly guilds = new Map<Snowflake, ReadonlySet<Snowflake>>();
  /** guilds of its READY while they are sent */
  arriving: readonly Snowflake[] = [];
  /** before READY: guilds that were joined meanwhile; then null */
  joinedEarly: Set<Snowflake> | null = new Set();
  status: SessionStatus;
  transport: SessionTransport | null;
  /** whether it has ended for good */
  isOver = false;
  /** cancels the timer that ends the session without a connection */
  cancelExpiry: () => void = () => {};
  /** pending requests for members */
  memberRequests = 0;
  readonly #log: EventLog;
  /** bytes of a resume that are still waiting */
  #backlog = 0;
  #format: FrameFormat;
  #whenSent: (() => void)[] = [];
  /** events before READY, which must be first */
  #held: EncodedEvent[] = [];

  /** @param transport the first connection */
  constructor(
    readonly options: SessionOptions,
    transport: SessionTransport,
    private readonly limits: ReplayLimits,
  ) {
    this.status = options.status;
    this.transport = transport;
    this.#format = transport.format;
    this.#log = new EventLog(limits);
  }

  get id(): string {
    return this.options.id;
  }

  /** the version of the interface in which it is served */
  get version(): ApiVersion {
    return this.#format.version;
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

  /** Sends READY, and then the events since. */
  begin(ready: EncodedEvent): void {
    this.joinedEarly = null;
    this.dispatch(ready);
    for (const event of this.#held.splice(0)) this.dispatch(event);
  }

  dispatch(event: EncodedEvent): void {
    if (this.joinedEarly !== null) {
      this.#held.push(event);
      return;
    }
    event.prepare(this.#format);
    this.#log.append(event);
    if (this.transport === null || this.transport.isClosed) this.#log.forgetUnsent();
    else this.send();
  }

  /** Sends waiting events as far as the connection accepts them; it calls again when it accepts more. */
  send(): void {
    const { transport } = this;
    if (transport === null) return;
    while (this.#log.hasUnsent && transport.hasRoom) {
      const event = this.#log.take();
      if (event === null) break;
      transport.dispatch(event, this.#log.sent);
    }
    this.#log.forgetSent();
    if (!this.#log.hasUnsent) this.#sentAll();
    else if (this.#log.unsentBytes > this.#mostUnsent()) transport.dropSlowReader();
  }

  /** whether something waits for the client to read */
  get isBehind(): boolean {
    return this.#log.hasUnsent;
  }

  /** Waits until everything is sent, or the session is over: long sequences are sent at the client's pace. */
  async untilSent(): Promise<void> {
    if (this.isOver || !this.isBehind) return;
    await new Promise<void>((resolve) => this.#whenSent.push(resolve));
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
    this.#sentAll();
  }

  /**
   * The maximum number of waiting bytes before the connection is closed. The rest of the buffer is for events until the
   * client returns; a client with a large backlog after RESUME is not considered slow.
   */
  #mostUnsent(): number {
    const { unreadBytes, replayBytes } = this.limits;
    this.#backlog = Math.min(this.#backlog, this.#log.unsentBytes);
    return this.#backlog + Math.min(unreadBytes, (replayBytes - this.#backlog) / 2);
  }

  #sentAll(): void {
    this.#backlog = 0;
    if (this.#whenSent.length === 0) return;
    for (const resolve of this.#whenSent.splice(0)) resolve();
  }
}
