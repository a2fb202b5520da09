import { ConnectionSeats } from '../../net/connection-seats.js';
import { type Clock, hasPassed } from '../../platform/clock.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcLimits } from '../limits.js';
import type { LocalProgram } from './handshake.js';

type Limits = Pick<
  RpcLimits,
  | 'authenticateSeconds'
  | 'localConnections'
  | 'localConnectionsPerProgram'
  | 'unauthenticatedConnections'
  | 'unauthenticatedConnectionsPerApplication'
>;

/** The minimum time between two lookups of processes, in milliseconds. */
const LOOKUP_INTERVAL_MS = 2_000;

/** A connection that has not authenticated. */
export interface UnauthenticatedConnection {
  readonly application: { readonly id: Snowflake };
  readonly origin: string | null;
  /** the program that connected over IPC; null: it connected in another way */
  readonly local: LocalProgram | null;
  /** the process at the other end, null if unknown; slow */
  findPeer(): Promise<string | null>;
  /** closes it at once */
  cutOff(close: RpcClose): void;
}

type Seats = ConnectionSeats<UnauthenticatedSeat>;

/**
 * The seats by the state of a connection: it has done nothing yet (over IPC it may remain so), it waits for the person's
 * answer to AUTHORIZE, or the person agreed.
 */
type SeatKinds = Readonly<Record<'idle' | 'local' | 'asking' | 'agreed', Seats>>;

/**
 * Limits the connections that have not authenticated (docs/rpc.md, Limits): their number, and the time they have. If no
 * idle seat is free, a new connection displaces the longest inactive one of the application, process and origin with
 * the most connections. Connections that wait for the person's answer to AUTHORIZE, and those that the person agreed
 * to, have separate seats: no connection of their application displaces them. The deadline of waiting connections is
 * suspended. Connections over IPC need not authenticate and have no deadline; their seats are shared out by control group
 * and process first, because a program may name any application and start any number of processes. Those whose process has
 * ended are of one program. What shows an activity or has subscriptions is displaced last.
 */
export class UnauthenticatedConnections {
  readonly #seats: SeatKinds;
  #lookedUpAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {
    const evict = (seat: UnauthenticatedSeat) => seat.close(RPC_CLOSES.DISPLACED);
    const createSeats = (total: number, perGroup: number, perGroupNames = 1) =>
      new ConnectionSeats<UnauthenticatedSeat>({ total, perGroup, perGroupNames, evict });
    const create = () =>
      createSeats(limits.unauthenticatedConnections, limits.unauthenticatedConnectionsPerApplication);
    this.#seats = {
      idle: create(),
      // Of one process: the first two names.
      local: createSeats(limits.localConnections, limits.localConnectionsPerProgram, 2),
      asking: create(),
      agreed: create(),
    };
  }

  admit(connection: UnauthenticatedConnection): UnauthenticatedSeat {
    const milliseconds =
      connection.local === null ? this.limits.authenticateSeconds * 1000 : Number.POSITIVE_INFINITY;
    // The process matters only when seats run short, and looking it up costs CPU time.
    const { idle, local } = this.#seats;
    if (connection.local !== null && 2 * local.taken >= this.limits.localConnections && this.#mayLookUp())
      for (const [occupant] of [...local.occupants()]) occupant.reviewProcess();
    const seat = new UnauthenticatedSeat(connection, milliseconds, this.clock, this.#seats);
    const areScarce = 2 * idle.taken >= this.limits.unauthenticatedConnectionsPerApplication;
    if (connection.local === null && areScarce && this.#mayLookUp())
      for (const [occupant] of [...idle.occupants()]) void occupant.lookUpProcess();
    return seat;
  }

  #mayLookUp(): boolean {
    if (!hasPassed(this.clock.now(), this.#lookedUpAt, LOOKUP_INTERVAL_MS)) return false;
    this.#lookedUpAt = this.clock.now();
    return true;
  }
}

/** The seat of one connection until it has authenticated or closed. */
export class UnauthenticatedSeat {
  #hasLeft = false;
  #hasAgreement = false;
  #asking = 0;
  #runningSince = 0;
  #cancelDeadline = doNothing;
  /** null until looked up; empty if unknown */
  #process: string | null;
  #isInUse = false;
  /** the kind of seat that it begins with */
  readonly #home: Seats;

  /** @param remaining milliseconds until the connection is closed */
  constructor(
    private readonly connection: UnauthenticatedConnection,
    private remaining: number,
    private readonly clock: Clock,
    private readonly seats: SeatKinds,
  ) {
    this.#process = connection.local?.process ?? null;
    this.#home = connection.local === null ? seats.idle : seats.local;
    this.#take(this.#home);
    this.#startDeadline();
  }

  /** Records that the connection sent something. */
  touch(): void {
    this.#home.touch(this);
  }

  /** Looks up the process of the connection, once, to group it with others of the same process. */
  async lookUpProcess(): Promise<void> {
    if (this.#process !== null) return;
    this.#process = '';
    this.#process = (await this.connection.findPeer()) ?? '';
    for (const seats of Object.values(this.seats)) if (seats.has(this)) this.#take(seats);
  }

  /** Notices that the process of a connection over IPC has ended. */
  reviewProcess(): void {
    const { local } = this.connection;
    if (local === null || this.#process === '' || local.isRunning()) return;
    this.#process = '';
    if (this.#home.has(this)) this.#take(this.#home);
  }

  /** Records that the connection shows an activity or has subscriptions. */
  markInUse(): void {
    this.#isInUse = true;
    this.#home.keep(this);
  }

  /**
   * Waits for the person's answer; the deadline is suspended meanwhile unless too many connections of the application
   * wait.
   */
  async whileAsking<T>(answer: Promise<T>): Promise<T> {
    this.#asking += 1;
    if (this.#asking === 1 && !this.#hasLeft && this.#moveTo(this.seats.asking)) this.#stopDeadline();
    try {
      return await answer;
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0 && !this.#hasLeft) this.#resume();
    }
  }

  /**
   * Records that the person agreed to AUTHORIZE: the connection is not displaced while it exchanges its code for a
   * token.
   */
  markAgreed(): void {
    this.#hasAgreement = true;
    if (this.#asking === 0 && !this.#hasLeft) this.#moveTo(this.seats.agreed);
  }

  /** Releases the seat: the connection has authenticated or closed. */
  leave(): void {
    this.#hasLeft = true;
    this.#cancelDeadline();
    // An authenticated connection keeps its seat object, but not the timer.
    this.#cancelDeadline = doNothing;
    for (const seats of Object.values(this.seats)) seats.release(this);
  }

  /** Releases the seat and closes the connection. */
  close(close: RpcClose): void {
    this.leave();
    this.connection.cutOff(close);
  }

  #take(kind: Seats): void {
    kind.take(this, this.#holderIn(kind));
    if (this.#isInUse) kind.keep(this);
  }

  #holderIn(kind: Seats): readonly string[] {
    const { application, local, origin } = this.connection;
    const process = this.#process ?? '';
    return local !== null && kind === this.seats.local
      ? [process === '' ? 'ended' : `group ${local.group}`, process, application.id]
      : [application.id, process, origin ?? ''];
  }

  /** Exchanges the seat for one of another kind, unless that would displace a connection of the same application. */
  #moveTo(kind: Seats): boolean {
    if (kind.has(this)) return true;
    if (!kind.tryTake(this, this.#holderIn(kind))) return false;
    for (const seats of Object.values(this.seats)) if (seats !== kind) seats.release(this);
    return true;
  }

  /** Continues after the person's answer if the connection was waiting for it. */
  #resume(): void {
    if (!this.seats.asking.has(this)) return;
    this.seats.asking.release(this);
    if (!this.#hasAgreement || !this.#moveTo(this.seats.agreed)) this.#take(this.#home);
    this.#startDeadline();
  }

  #startDeadline(): void {
    if (this.remaining === Number.POSITIVE_INFINITY) return;
    this.#runningSince = this.clock.now();
    this.#cancelDeadline = this.clock.after(this.remaining, () =>
      this.close(RPC_CLOSES.NOT_AUTHENTICATED_IN_TIME),
    );
  }

  #stopDeadline(): void {
    this.#cancelDeadline();
    this.remaining = Math.max(0, this.remaining - Math.max(0, this.clock.now() - this.#runningSince));
  }
}

function doNothing(): void {}
