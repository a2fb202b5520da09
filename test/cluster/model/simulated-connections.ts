import { StoreError } from '#guildhall/store/errors.js';
import type { SimulatedProcess, Simulation } from './simulation.js';

/** Runs in the database, and settles the call once with what its caller gets or throws. */
export type Operation<Result> = (settle: (outcome: () => Result) => void) => void;

/**
 * The connections of processes to the database. A call arrives, runs, and is answered, each at a moment of its own; the
 * connection may be lost at any of them.
 */
export class SimulatedConnections {
  /** how likely a connection is lost while a call runs, and before its reply; changed while it runs */
  loss = 0;
  readonly #cutOff = new Set<SimulatedProcess>();

  constructor(private readonly world: Simulation) {}

  cutOff(process: SimulatedProcess, isCutOff: boolean): void {
    if (isCutOff) this.#cutOff.add(process);
    else this.#cutOff.delete(process);
  }

  /** @param lost what the caller gets if the connection is lost, at whatever moment */
  call<Result>(
    process: SimulatedProcess,
    operation: Operation<Result>,
    lost: () => Error = () => new StoreError('the connection was lost', 'CONNECTION'),
  ): Promise<Result> {
    const { random } = this.world;
    return new Promise((resolve, reject) => {
      const lose = () => this.world.add(process, () => reject(lost()));
      this.world.add(null, () => {
        if (this.#cutOff.has(process)) return lose();
        const isLost = random.chance(this.loss);
        if (isLost) lose();
        operation((outcome) => {
          if (isLost) return;
          if (this.#cutOff.has(process) || random.chance(this.loss)) return lose();
          this.world.add(process, () => {
            try {
              resolve(outcome());
            } catch (error) {
              reject(error);
            }
          });
        });
      });
    });
  }
}
