import type { Activity, Status } from '../../protocol/objects/presence.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Caller } from '../caller.js';
import type { EncodedEvent } from './encoded-event.js';
import type { Bytes, FrameFormat } from './frame-format.js';
import { GATEWAY_LIMITS } from './limits.js';

/** Where a session's frames go: a live connection. */
export interface Outlet {
  readonly format: FrameFormat;
  send(frame: Bytes): void;
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
  /** guilds whose events it hears: those it got a GUILD_CREATE of */
  readonly guilds = new Set<Snowflake>();
  /** before READY is sent: guilds that were joined meanwhile; then null */
  joinedEarly: Set<Snowflake> | null = new Set();
  status: SessionStatus;
  outlet: Outlet | null = null;
  /** it ended and will not be resumed */
  isOver = false;
  /** takes back the timer that ends the session while it has no connection */
  cancelExpiry: () => void = () => {};
  #sequence = 0;
  #replay: EncodedEvent[] = [];
  #replayBytes = 0;
  /** events of before READY, which is always the first */
  #held: EncodedEvent[] = [];

  constructor(readonly options: SessionOptions) {
    this.status = options.status;
  }

  get id(): string {
    return this.options.id;
  }

  get userId(): Snowflake {
    return this.options.caller.user.id;
  }

  /** Whether the guild is this shard's: `(guild_id >> 22) % n` (rest-facts.md, Gateway). */
  serves(guildId: Snowflake): boolean {
    const { shard } = this.options;
    return shard === null || Number((BigInt(guildId) >> 22n) % BigInt(shard[1])) === shard[0];
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
    this.#sequence += 1;
    this.outlet?.send(event.frame(this.outlet.format, this.#sequence));
    this.#remember(event);
  }

  /** Whether the client can go on from there; a client that is ahead of us is another matter. */
  canReplay(sequence: number): boolean {
    return sequence <= this.#sequence && sequence >= this.#sequence - this.#replay.length;
  }

  isAhead(sequence: number): boolean {
    return sequence > this.#sequence;
  }

  /** Gives the session a new connection and sends what came after `sequence`. */
  resume(outlet: Outlet, sequence: number): void {
    this.outlet = outlet;
    const missed = this.#sequence - sequence;
    const first = this.#replay.length - missed;
    for (let index = 0; index < missed; index++) {
      const event = this.#replay[first + index];
      if (event !== undefined) outlet.send(event.frame(outlet.format, sequence + 1 + index));
    }
  }

  #remember(event: EncodedEvent): void {
    this.#replay.push(event);
    this.#replayBytes += event.size;
    while (
      this.#replay.length > GATEWAY_LIMITS.REPLAY_EVENTS ||
      (this.#replayBytes > GATEWAY_LIMITS.REPLAY_BYTES && this.#replay.length > 0)
    ) {
      this.#replayBytes -= this.#replay.shift()?.size ?? 0;
    }
  }
}
