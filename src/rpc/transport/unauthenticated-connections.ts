import { ConnectionSeats, type SeatHolder } from '../../net/connection-seats.js';
import type { Clock } from '../../platform/clock.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import type { RpcLimits } from '../limits.js';

type Limits = Pick<
  RpcLimits,
  'authenticateSeconds' | 'unauthenticatedConnections' | 'unauthenticatedConnectionsPerApplication'
>;

/** Ends a connection that did not authenticate. */
type Close = (close: RpcClose) => void;

/**
 * The connections that have not authenticated (docs/rpc.md, Limits). They have few seats and little time; those that wait
 * for the person's answer to AUTHORIZE have seats of their own, and their time stands still. Where no seat is free, a
 * newcomer gets that of the longest inactive connection of the application and origin that hold most.
 */
export class UnauthenticatedConnections {
  readonly #idle: ConnectionSeats<UnauthenticatedSeat>;
  readonly #asking: ConnectionSeats<UnauthenticatedSeat>;

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

  /** @param holder `[application, origin]` */
  admit(holder: SeatHolder, close: Close): UnauthenticatedSeat {
    const milliseconds = this.limits.authenticateSeconds * 1000;
    return new UnauthenticatedSeat(holder, milliseconds, close, this.clock, this.#idle, this.#asking);
  }
}

/** The seat of one connection until it has authenticated or ended. */
export class UnauthenticatedSeat {
  #hasLeft = false;
  #asking = 0;
  #runningSince = 0;
  #cancelDeadline: () => void = () => {};

  /** @param remaining milliseconds until the connection is closed */
  constructor(
    private readonly holder: SeatHolder,
    private remaining: number,
    private readonly end: Close,
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
    this.end(close);
  }

  #startDeadline(): void {
    this.#runningSince = this.clock.now();
    this.#cancelDeadline = this.clock.after(this.remaining, () =>
      this.close(RPC_CLOSES.NOT_AUTHENTICATED_IN_TIME),
    );
    this.askingSeats.release(this);
    this.idleSeats.take(this, this.holder);
  }

  #stopDeadline(): void {
    this.#cancelDeadline();
    this.remaining = Math.max(0, this.remaining - (this.clock.now() - this.#runningSince));
    this.idleSeats.release(this);
    this.askingSeats.take(this, this.holder);
  }
}
