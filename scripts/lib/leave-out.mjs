import { StepError, say } from './run.mjs';

/**
 * Says that a check cannot be done on this machine, and why. Where nothing may be left out (CI=true) that is a failure.
 *
 * @returns {number} an exit code
 */
export function leaveOut(what, reason) {
  if (process.env.CI === 'true') throw new StepError(`${what} may not be left out here: ${reason}`);
  say(`left out: ${what} (${reason})`);
  return 0;
}
