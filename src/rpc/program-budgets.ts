import type { FrameBudget, FrameBudgets } from '../net/frame-budget.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** How many budgets are kept; the one that was used longest ago is forgotten first. */
const KEPT = 256;

/**
 * What programs may cost that send commands without a connection. Those of one application share a budget, because finding
 * out which process sent a command takes long. Once it is used up, each process has one of its own: a program that names
 * another one's application does not keep that one from being served.
 */
export class ProgramBudgets {
  readonly #byName = new Map<string, FrameBudget>();

  constructor(private readonly budgets: Pick<FrameBudgets, 'create'>) {}

  /**
   * Charges the frame of a command.
   *
   * @param findPeer finds the process that sent it, null if that is unknown
   * @returns the budget that its decoding is to be charged to; null if none is left
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
    const [oldest] = this.#byName.keys();
    if (this.#byName.size > KEPT && oldest !== undefined) this.#byName.delete(oldest);
    return budget;
  }
}
