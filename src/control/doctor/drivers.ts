import { type Check, type DriverState, error, ok, type Result, warning } from './finding.js';

/** How each hardware driver is doing. */
export const drivers: Check = {
  name: 'drivers',
  async run({ daemon }) {
    return daemon === null ? [] : (await daemon.checkDrivers()).map(judge);
  },
};

function judge({ name, state, reason, hint }: DriverState): Result {
  const text = reason === null ? `${name}: ${state}` : `${name}: ${state} (${reason})`;
  if (state === 'failed')
    return error(text, hint ?? 'Look at the log: the driver died and is being restarted.');
  return state === 'unavailable' ? warning(text, hint) : ok(text);
}
