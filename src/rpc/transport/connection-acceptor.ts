import { randomFillSync } from 'node:crypto';
import { FrameBudgets } from '../../net/frames/frame-budget.js';
import { TimedTurns } from '../../net/timed-turns.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { User } from '../../protocol/objects/user.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { dispatch, RPC_VERSION, type RpcFrame } from '../../protocol/rpc/payload.js';
import type { ServerConfiguration } from '../context.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { LOCAL_WORK_PER_SECOND, type RpcLimits, workLimits } from '../limits.js';
import type { RpcConnections } from '../sessions/connections.js';
import { SharedFrame } from '../subscriptions/shared-frame.js';
import { toLocalUser } from '../views/user.js';
import { type AdmissionRules, type Admitted, admit } from './admission.js';
import { RpcConnection } from './connection.js';
import type { FrameChannel } from './frame-channel.js';
import { createFrameRules, type FrameRules } from './frame-reader.js';
import type { Handshake } from './handshake.js';
import { UnauthenticatedConnections } from './unauthenticated-connections.js';

export interface ConnectionAcceptorOptions {
  readonly rules: AdmissionRules;
  readonly limits: RpcLimits;
  /** of connections over the network */
  readonly budgets: FrameBudgets;
  /** the signed-in person; null: nobody is */
  readonly findUser: () => User | null;
  readonly dispatcher: Dispatcher;
  readonly connections: RpcConnections;
  /** the server configuration that READY contains */
  readonly configuration: ServerConfiguration;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Decides about new connections of every transport and starts the accepted ones (docs/rpc.md, Connecting). */
export class ConnectionAcceptor {
  readonly #unauthenticated: UnauthenticatedConnections;
  readonly #ids = new ConnectionIds();
  readonly #rules: FrameRules;
  readonly #turns: TimedTurns;
  /** the same for all connections over the network, so it is written once for each encoding */
  readonly #ready: SharedFrame;
  /** of connections over IPC; not by process, because a program can have any number of processes */
  readonly #localBudgets: FrameBudgets;

  constructor(private readonly options: ConnectionAcceptorOptions) {
    const { clock, configuration, limits } = options;
    this.#unauthenticated = new UnauthenticatedConnections(limits, clock);
    this.#rules = createFrameRules(limits, clock);
    this.#turns = new TimedTurns();
    this.#localBudgets = new FrameBudgets(
      { ...workLimits(limits), ownPerSecond: LOCAL_WORK_PER_SECOND },
      clock,
    );
    this.#ready = new SharedFrame(dispatch('READY', { v: RPC_VERSION, config: configuration }));
  }

  /**
   * Takes over a channel; closes it with the code of the reason if it is refused.
   *
   * @returns whether it was accepted
   */
  async accept(channel: FrameChannel, handshake: Handshake): Promise<boolean> {
    // Early frames wait in the kernel until the connection is accepted.
    channel.pause();
    const listening = channel.untilListening();
    const decided = this.#decide(handshake);
    // A promise takes as long as the decision, which needs none if the application is cached.
    const decision = decided instanceof Promise ? await decided : decided;
    await listening;
    if ('code' in decision) return refuse(channel, decision);
    const excess = this.#findExcess(decision);
    if (excess !== null) return refuse(channel, excess);
    if (!channel.isOpen) return false;
    this.#open(channel, handshake, decision);
    channel.resume();
    return true;
  }

  #decide(handshake: Handshake): Admitted | RpcClose | Promise<Admitted | RpcClose> {
    const decision = admit(this.options.rules, handshake);
    if (!(decision instanceof Promise)) return decision;
    return decision.catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'failed to look up an application');
      return RPC_CLOSES.SERVICE_UNAVAILABLE;
    });
  }

  /** The close code if the application has too many connections; null otherwise. */
  #findExcess({ application }: Admitted): RpcClose | null {
    const { connections, limits } = this.options;
    const { all, ofApplication } = connections.countAuthenticated(application.id);
    if (all >= limits.connections) return RPC_CLOSES.TOO_MANY;
    return ofApplication >= limits.connectionsPerApplication ? RPC_CLOSES.TOO_MANY_OF_APPLICATION : null;
  }

  #open(channel: FrameChannel, handshake: Handshake, decision: Admitted): void {
    const { budgets, clock, connections, dispatcher, limits, log } = this.options;
    const { application, capabilities, encoding, isRegistered, origin } = decision;
    const connection = new RpcConnection({
      id: this.#ids.next(),
      channel,
      // Named, because properties after a spread are slow.
      admitted: {
        application,
        isRegistered,
        capabilities,
        encoding,
        origin,
        local: handshake.local,
        findPeer: handshake.findPeer,
      },
      dispatcher,
      limits,
      rules: this.#rules,
      turns: this.#turns,
      budget: (handshake.local === null ? budgets : this.#localBudgets).create(),
      unauthenticated: this.#unauthenticated,
      clock,
      log,
      listener: connections,
    });
    connections.add(connection);
    connection.send(capabilities.isLocal ? this.#createLocalReady() : this.#ready);
  }

  /** Programs of the person may know who it is; most clients need it. */
  #createLocalReady(): RpcFrame {
    const { configuration, findUser } = this.options;
    const user = findUser();
    const ready = { v: RPC_VERSION, config: configuration };
    return dispatch('READY', user === null ? ready : { ...ready, user: toLocalUser(user) });
  }
}

function refuse(channel: FrameChannel, close: RpcClose): false {
  channel.resume();
  channel.close(close);
  return false;
}

const ID_BYTES = 8;
/** Random bytes that are drawn together, because drawing costs more than an id. */
const POOL_BYTES = 128 * ID_BYTES;

/** Creates ids of connections: 16 hexadecimal digits of 64 random bits. */
export class ConnectionIds {
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #used = POOL_BYTES;

  next(): string {
    if (this.#used === POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    this.#used += ID_BYTES;
    return this.#pool.toString('hex', this.#used - ID_BYTES, this.#used);
  }
}
