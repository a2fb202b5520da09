import type { FrameBudget, FrameBudgets } from '../net/frames/frame-budget.js';
import { BoundedMap } from '../platform/async/bounded-map.js';
import type { Snowflake } from '../protocol/snowflake.js';

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
