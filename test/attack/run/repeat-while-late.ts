import type { Phase } from './phase.js';
import { isLate } from './verdict.js';

/**
 * Runs a phase again while its responses are late: a pause of the machine does not come each time, a slow daemon does. What
 * honest clients were refused and attackers got counts each time.
 *
 * @param most how often it is repeated
 */
export async function repeatWhileLate(run: () => Promise<Phase>, most: number): Promise<Phase> {
  let phase = await run();
  for (let repetition = 0; repetition < most && isLate(phase); repetition += 1) {
    const { breaches, failures } = phase;
    const again = await run();
    phase = {
      ...again,
      failures: [...failures, ...again.failures],
      breaches: [...new Set([...breaches, ...again.breaches])],
    };
  }
  return phase;
}
