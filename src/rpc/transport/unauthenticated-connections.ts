import { ConnectionSeats } from '../../net/connection-seats.js';
import type { Clock } from '../../platform/clock.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcLimits } from '../limits.js';

type Limits = Pick<
  RpcLimits,
  'authenticateSeconds' | 'unauthenticatedConnections' | 'unauthenticatedConnectionsPerApplication'
>;

/** The least time between two rounds of looking up processes, in milliseconds. */
const LOOK_UP_INTERVAL = 2_000;

/** A connection that has not authenticated. */
export interface UnauthenticatedConnection {
  readonly application: Snowflake;
  readonly origin: string | null;
  /** the process at the other end, null if that is unknown; looking takes long */
  findPeer(): Promise<string | null>;
  /** ends it */
  close(close: RpcClose): void;
}

/**
 * The connections that have not authenticated (docs/rpc.md, Limits). They have few seats and little time; those that wait
 * for the person's answer to AUTHORIZE have seats of their own, and their time stands still. Where no seat is free, a
 * newcomer gets that of the longest inactive connection of the application, process and origin that hold most.
 */
export class UnauthenticatedConnections {
  readonly #idle: ConnectionSeats<UnauthenticatedSeat>;
  readonly #asking: ConnectionSeats<UnauthenticatedSeat>;
  #lookedUpAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {
    const seats = () =>
      new ConnectionSeats<UnauthenticatedSeat>({
        total: limits.unauthenticatedConnections,
        perGroup: limits.unauthenticatedConnectionsPerApplication,
        evict: (seat) => seat.close(RPC_CLOSES.DISPLACED),
      });
    this.#idle = seats();
    this.#asking = seats();
  }

  admit(connection: UnauthenticatedConnection): UnauthenticatedSeat {
    const milliseconds = this.limits.authenticateSeconds * 1000;
    const seat = new UnauthenticatedSeat(connection, milliseconds, this.clock, this.#idle, this.#asking);
    // Which process it is matters only where seats run short, and looking costs CPU time.
    const areScarce = 2 * this.#idle.taken >= this.limits.unauthenticatedConnectionsPerApplication;
    if (areScarce && this.clock.now() - this.#lookedUpAt >= LOOK_UP_INTERVAL) {
      this.#lookedUpAt = this.clock.now();
      for (const [occupant] of [...this.#idle.occupants()]) void occupant.lookUpProcess();
    }
    return seat;
  }
}

/** The seat of one connection until it has authenticated or ended. */
export class UnauthenticatedSeat {
  #hasLeft = false;
  #asking = 0;
  #runningSince = 0;
  #cancelDeadline: () => void = () => {};
  /** null until it is looked up; an empty text while it is unknown */
  #process: string | null = null;

  /** @param remaining milliseconds until the connection is closed */
  constructor(
    private readonly connection: UnauthenticatedConnection,
    private remaining: number,
    private readonly clock: Clock,
    private readonly idleSeats: ConnectionSeats<UnauthenticatedSeat>,
    private readonly askingSeats: ConnectionSeats<UnauthenticatedSeat>,
  ) {
    this.#startDeadline();
  }

  /** Notes that the connection sent something. */
  touch(): void {
    this.idleSeats.touch(this);
  }

  /** Groups the connection with others of its process, once. */
  async lookUpProcess(): Promise<void> {
    if (this.#process !== null) return;
    this.#process = '';
    this.#process = (await this.connection.findPeer()) ?? '';
    for (const seats of [this.idleSeats, this.askingSeats])
      if (seats.has(this)) seats.take(this, this.#holder);
  }

  /** Waits for the person's answer; the deadline does not run meanwhile. */
  async whileAsking<T>(answer: Promise<T>): Promise<T> {
    this.#asking += 1;
    if (this.#asking === 1 && !this.#hasLeft) this.#stopDeadline();
    try {
      return await answer;
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0 && !this.#hasLeft) this.#startDeadline();
    }
  }

  /** Gives the seat up: the connection has authenticated or ended. */
  leave(): void {
    this.#hasLeft = true;
    this.#cancelDeadline();
    this.idleSeats.release(this);
    this.askingSeats.release(this);
  }

  /** Leaves and ends the connection. */
  close(close: RpcClose): void {
    this.leave();
    this.connection.close(close);
  }

  get #holder(): readonly string[] {
    const { application, origin } = this.connection;
    return [application, this.#process ?? '', origin ?? ''];
  }

  #startDeadline(): void {
    this.#runningSince = this.clock.now();
    this.#cancelDeadline = this.clock.after(this.remaining, () =>
      this.close(RPC_CLOSES.NOT_AUTHENTICATED_IN_TIME),
    );
    this.askingSeats.release(this);
    this.idleSeats.take(this, this.#holder);
  }

  #stopDeadline(): void {
    this.#cancelDeadline();
    this.remaining = Math.max(0, this.remaining - (this.clock.now() - this.#runningSince));
    this.idleSeats.release(this);
    this.askingSeats.take(this, this.#holder);
  }
}
