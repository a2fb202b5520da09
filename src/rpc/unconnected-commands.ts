import { FrameDecoder } from '../net/frames/frame-decoder.js';
import { jsonEncoding } from '../protocol/encoding/json.js';
import type { Application } from '../protocol/objects/application.js';
import { rpcErrors } from '../protocol/rpc/errors.js';
import { errorReply, NONCE_KEY, type RpcFrame } from '../protocol/rpc/payload.js';
import type { ApplicationAccesses } from './application-accesses.js';
import type { Dispatcher } from './dispatcher.js';
import { decodeBounds, type RpcLimits } from './limits.js';
import type { ProgramBudgets } from './program-budgets.js';
import { type RpcSession, UNCONNECTED, unconnectedSessionId } from './session.js';

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
      access: await accesses.get(application.id),
      origin,
      authorization: null,
      isClosed: false,
      closed: new AbortController().signal,
      findPeer: async () => null,
      whileAsking: (answer) => answer,
      markAgreed: () => {},
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
