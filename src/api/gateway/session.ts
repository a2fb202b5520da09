import type { Activity, Status } from '../../protocol/objects/presence.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Caller } from '../caller.js';
import type { ApiVersion } from '../versions/version.js';
import type { EncodedEvent } from './encoded-event.js';
import { EventLog } from './event-log.js';
import type { FrameFormat } from './frame-format.js';
import type { ReplayLimits } from './replay-limits.js';

/** Where a session's frames go: a live connection. */
export interface Outlet {
  readonly format: FrameFormat;
  readonly isClosed: boolean;
  /** whether it takes more now; once it does again it calls the session's `send` */
  readonly hasRoom: boolean;
  dispatch(event: EncodedEvent, sequence: number): void;
  /** closes the connection, from which the client may resume */
  dropSlowReader(): void;
  close(code: number, reason: string): void;
}

export interface SessionOptions {
  readonly id: string;
  readonly caller: Caller;
  /** guilds with more members than this come without their offline members */
  readonly largeThreshold: number;
  /** this shard and how many there are; null: not sharded */
  readonly shard: readonly [number, number] | null;
  readonly status: SessionStatus;
}

export interface SessionStatus {
  readonly status: Status;
  readonly game: Activity | null;
}

/** What one client has been told, so that it can go on after a lost connection. */
export class Session {
  /** guilds whose events it receives, those it got a GUILD_CREATE of, each with the channels that it was sent */
  readonly guilds = new Map<Snowflake, ReadonlySet<Snowflake>>();
  /** before READY is sent: guilds that were joined meanwhile; then null */
  joinedEarly: Set<Snowflake> | null = new Set();
  status: SessionStatus;
  outlet: Outlet | null;
  /** it ended and will not be resumed */
  isOver = false;
  /** takes back the timer that ends the session while it has no connection */
  cancelExpiry: () => void = () => {};
  /** requests for members that are not answered yet */
  memberRequests = 0;
  readonly #log: EventLog;
  /** bytes of what a resume brought that still wait */
  #backlog = 0;
  #format: FrameFormat;
  #whenSent: (() => void)[] = [];
  /** events of before READY, which is always the first */
  #held: EncodedEvent[] = [];

  /** @param outlet the connection it begins with */
  constructor(
    readonly options: SessionOptions,
    outlet: Outlet,
    private readonly limits: ReplayLimits,
  ) {
    this.status = options.status;
    this.outlet = outlet;
    this.#format = outlet.format;
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

  /** Whether the guild is this shard's: `(guild_id >> 22) % n` (docs/gateway.md). */
  serves(guildId: Snowflake): boolean {
    const { shard } = this.options;
    return shard === null || Number((BigInt(guildId) >> 22n) % BigInt(shard[1])) === shard[0];
  }

  /** Whether private channels, which are in no guild, are this shard's: they are the first one's. */
  get servesPrivateChannels(): boolean {
    return (this.options.shard?.[0] ?? 0) === 0;
  }

  /** Sends READY, and after it whatever happened in the meantime. */
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
    if (this.outlet === null || this.outlet.isClosed) this.#log.forgetUnsent();
    else this.send();
  }

  /** Sends what waits, as far as the connection has room; it calls again when it has more. */
  send(): void {
    const { outlet } = this;
    if (outlet === null) return;
    while (outlet.hasRoom) {
      const event = this.#log.take();
      if (event === null) break;
      outlet.dispatch(event, this.#log.sent);
    }
    this.#log.forgetSent();
    if (!this.#log.hasUnsent) this.#sentAll();
    else if (this.#log.unsentBytes > this.#mostUnsent()) outlet.dropSlowReader();
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

  /** Whether the client can go on from there; a client that is ahead of us is another matter. */
  canReplay(sequence: number): boolean {
    return this.#log.canReplay(sequence);
  }

  isAhead(sequence: number): boolean {
    return sequence > this.#log.last;
  }

  /** Gives the session a new connection, sends what came after `sequence`, and after it `resumed`. */
  resume(outlet: Outlet, sequence: number, resumed: EncodedEvent): void {
    this.outlet = outlet;
    this.#format = outlet.format;
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
   * Bytes that may wait before the connection is closed. The rest of what is kept is for what happens until the client
   * is back; who came back with much to catch up on is not slow for that.
   */
  #mostUnsent(): number {
    const { unreadBytes, replayBytes } = this.limits;
    this.#backlog = Math.min(this.#backlog, this.#log.unsentBytes);
    return this.#backlog + Math.min(unreadBytes, (replayBytes - this.#backlog) / 2);
  }

  #sentAll(): void {
    this.#backlog = 0;
    for (const resolve of this.#whenSent.splice(0)) resolve();
  }
}
