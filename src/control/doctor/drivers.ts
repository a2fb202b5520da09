import { type Check, type DriverState, error, ok, type Result, warning } from './finding.js';

/** Checks the status of each hardware driver. */
export const drivers: Check = {
  name: 'drivers',
  async run({ daemon }) {
    return daemon === null ? [] : (await daemon.checkDrivers()).map(judge);
  },
};

function judge({ name, state, reason, hint }: DriverState): Result {
  const text = reason === null ? `${name}: ${state}` : `${name}: ${state} (${reason})`;
  if (state === 'failed')
    return error(text, hint ?? 'See the log: the driver crashed and is being restarted.');
  return state === 'unavailable' ? warning(text, hint) : ok(text);
}
