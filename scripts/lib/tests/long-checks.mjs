import { ROOT } from '../run.mjs';

/** The longest they may take, in milliseconds; an emulated machine is slow. */
const TIMEOUT = 2_400_000;

/**
 * What `npm test` runs beside the test files, as jobs: the lab and the addon under sanitizers. They take longest and
 * come first. What cannot be done on this machine is left out and said.
 *
 * @returns {import('./job-pool.mjs').Job[]}
 */
export function longChecks() {
  return [
    { name: 'the lab', script: 'lab' },
    { name: 'the addon under sanitizers', script: 'sanitizers' },
  ].map(({ name, script }) => ({
    name,
    command: process.execPath,
    args: [`${ROOT}scripts/${script}.mjs`, '--if-possible'],
    timeout: TIMEOUT,
  }));
}
