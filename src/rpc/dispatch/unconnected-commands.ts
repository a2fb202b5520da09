import type { FrameBudget, FrameBudgets } from '../../net/frames/frame-budget.js';
import { FrameDecoder } from '../../net/frames/frame-decoder.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import type { Application } from '../../protocol/objects/application.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { errorReply, NONCE_KEY, type RpcFrame } from '../../protocol/rpc/payload.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApplicationAccesses } from '../applications/application-accesses.js';
import { decodeBounds, type RpcLimits } from '../limits.js';
import { type RpcSession, UNCONNECTED, unconnectedSessionId } from '../sessions/session.js';
import type { Dispatcher } from './dispatcher.js';

export interface UnconnectedCommandOptions {
  readonly accesses: ApplicationAccesses;
  readonly dispatcher: Dispatcher;
  readonly limits: RpcLimits;
  readonly budgets: ProgramBudgets;
}

/** The sender of a command: the accepted application, its Origin, and a function that finds its process. */
export interface CommandSender {
  readonly application: Application;
  readonly origin: string | null;
  findPeer(): Promise<string | null>;
}

/**
 * Runs commands of applications without a connection, one at a time: those that need no person (docs/for-vendors.md).
 */
export class UnconnectedCommands {
  constructor(private readonly options: UnconnectedCommandOptions) {}

  /**
   * @param frame one command in JSON, no longer than `frameBytes`
   * @returns its reply, an ERROR if it was refused; null if the budget of the sender's program is used up
   */
  async run({ application, origin, findPeer }: CommandSender, frame: Uint8Array): Promise<RpcFrame | null> {
    const { accesses, budgets, dispatcher, limits } = this.options;
    const budget = await budgets.charge(application.id, findPeer, frame.length);
    if (budget === null) return null;
    const session: RpcSession = {
      id: unconnectedSessionId(application.id),
      capabilities: UNCONNECTED,
      application,
      isRegistered: true,
      local: null,
      access: await accesses.get(application.id),
      origin,
      authorization: null,
      isOpen: true,
      isClosed: false,
      closed: new AbortController().signal,
      findPeer: async () => null,
      whileAsking: (answer) => answer,
      markAgreed: () => {},
      markInUse: () => {},
      send: () => {},
      close: () => {},
    };
    const decoder = new FrameDecoder(jsonEncoding, budget, { exactKey: NONCE_KEY });
    const { value, error, isPaid } = decoder.decode(frame, decodeBounds(limits), false);
    if (!isPaid) return null;
    return error === null
      ? dispatcher.dispatch(session, value)
      : errorReply('DISPATCH', null, rpcErrors.undecodable(error.message));
  }
}

/** The number of budgets that are kept; the least recently used one is dropped first. */
const MAX_BUDGETS = 256;

/**
 * Budgets of programs that send commands without a connection. The processes of one application share a budget, because
 * looking up the process of a command is slow. When it is used up, each process gets its own, so that a program that
 * names another application does not block it.
 */
export class ProgramBudgets {
  readonly #byName = new BoundedMap<string, FrameBudget>(MAX_BUDGETS);

  constructor(private readonly budgets: Pick<FrameBudgets, 'create'>) {}

  /**
   * Charges the frame of a command.
   *
   * @param findPeer finds the process that sent it; null if unknown
   * @returns the budget for decoding the frame; null if none is left
   */
  async charge(
    applicationId: Snowflake,
    findPeer: () => Promise<string | null>,
    bytes: number,
  ): Promise<FrameBudget | null> {
    const shared = this.#take(applicationId);
    if (shared.chargeFrame(bytes, false)) return shared;
    const peer = await findPeer();
    if (peer === null) return null;
    const own = this.#take(`${applicationId} ${peer}`);
    return own.chargeFrame(bytes, false) ? own : null;
  }

  #take(name: string): FrameBudget {
    const budget = this.#byName.get(name) ?? this.budgets.create();
    this.#byName.delete(name);
    this.#byName.set(name, budget);
    return budget;
  }
}
