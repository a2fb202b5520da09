import type { Subject } from './row.js';

/** Between two looks at the clock. */
const BATCH = 100;

/** Measures a function of this process, called in a loop. */
export function inProcessSubject(name: string, call: () => void): Subject {
  return {
    name,
    async measure(ms) {
      const started = performance.now();
      const cpu = process.cpuUsage();
      let operations = 0;
      let elapsed = 0;
      while (elapsed < ms) {
        for (let count = 0; count < BATCH; count += 1) call();
        operations += BATCH;
        elapsed = performance.now() - started;
      }
      const { user, system } = process.cpuUsage(cpu);
      return { values: { rate: operations / (elapsed / 1000), cpu: (user + system) / operations } };
    },
  };
}
