import { constants, setPriority } from 'node:os';
import { Random } from '../../helpers/random.js';
import { scenarioNamed } from '../scenarios/index.js';
import type { Target } from '../target.js';
import { Attack } from './attack.js';

/** One run of a scenario, as the parent requests it. */
export interface Order {
  readonly scenario: string;
  readonly seconds: number;
  readonly seed: number;
  readonly target: Target;
}

// Attackers must load the daemon, not the scheduler: CPU contention is measured by the burners.
setPriority(constants.priority.PRIORITY_LOW);

const uid = Number(process.argv[2] ?? 0);
if (uid !== 0) {
  // After all imports: the other user may not be able to read the files.
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}

process.on('message', (order: Order) => {
  // A rejection is a bug in a scenario: it ends this process and fails the run.
  void execute(order);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function execute({ scenario, seconds, seed, target }: Order): Promise<void> {
  const signal = AbortSignal.timeout(Math.round(seconds * 1000));
  const attack = new Attack(target, new Random(seed), signal);
  signal.addEventListener('abort', () => attack.end());
  await scenarioNamed(scenario).run(attack);
  attack.end();
  process.send?.(attack.result);
}
