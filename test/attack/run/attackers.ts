import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../helpers/patience.js';
import { Attacker, OTHER_UID } from '../attackers/attacker.js';
import type { AttackResult, Scenario } from '../attackers/scenario.js';
import { nextMessage } from '../next-message.js';
import type { Target } from '../target.js';
import { AT_A_TIME } from './plan.js';

/** The attackers' processes: one for each scenario that runs at a time, and as many under another uid. */
export class Attackers {
  private constructor(
    private readonly own: readonly Attacker[],
    private readonly others: readonly Attacker[],
    private readonly target: Target,
  ) {}

  /** @param withOthers whether some run under another uid, which only root can start */
  static async start(target: Target, withOthers: boolean): Promise<Attackers> {
    const numbers = Array.from({ length: AT_A_TIME });
    const own = await Promise.all(numbers.map(() => Attacker.start()));
    const others = withOthers ? await Promise.all(numbers.map(() => Attacker.start(OTHER_UID))) : [];
    return new Attackers(own, others, target);
  }

  /** Runs scenarios at the same time, each in a separate process. */
  run(scenarios: readonly Scenario[], seconds: number, seed: number): Promise<AttackResult[]> {
    return Promise.all(
      scenarios.map(({ name, attacker }, index) => {
        const process = (attacker === 'other user' ? this.others : this.own)[index];
        if (process === undefined) throw new RangeError(`no process can run as ${attacker}`);
        return process.run({ scenario: name, seconds, seed: seed + index, target: this.target });
      }),
    );
  }

  stop(): void {
    for (const attacker of [...this.own, ...this.others]) attacker.stop();
  }
}

/** Runs an action while as many burners as attackers use the CPU. */
export async function withBurners<T>(action: () => Promise<T>): Promise<T> {
  const path = fileURLToPath(import.meta.resolve('../attackers/burner-process.js'));
  const burners: ChildProcess[] = Array.from({ length: AT_A_TIME }, () => fork(path));
  try {
    await Promise.all(burners.map((burner) => nextMessage(burner, 3 * PATIENCE)));
    return await action();
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
}
