import { type Check, type DriverState, ok, problem, type Result } from './finding.js';

/** Checks the status of each hardware driver. */
export const drivers: Check = {
  name: 'drivers',
  isForDaemonsOnly: true,
  async run({ daemon }) {
    return daemon === null ? [] : (await daemon.checkDrivers()).map(judge);
  },
};

function judge({ name, state, reason, hint }: DriverState): Result {
  const text = reason === null ? `${name}: ${state}` : `${name}: ${state} (${reason})`;
  if (state === 'failed')
    return problem('driver_failed', text, {
      hint: hint ?? 'See the log: the driver crashed and is being restarted.',
    });
  if (state !== 'unavailable') return ok(text);
  return problem('driver_unavailable', text, { hint: hint ?? 'See the log for the reason.' });
}
