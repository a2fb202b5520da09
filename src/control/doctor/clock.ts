import { localTime } from '../../platform/text/local-time.js';
import { type Check, ok, problem } from './finding.js';

/** No version of Guildhall is older, in milliseconds since the Unix epoch. */
const EARLIEST = Date.UTC(2026, 0, 1);
/** Later times are wrong as well. */
const LATEST = Date.UTC(2100, 0, 1);

/** Checks that the clock is plausible: ids and tokens contain the time, and certificates depend on it. */
export const clock: Check = {
  name: 'clock',
  run({ now }) {
    const time = localTime(now);
    if (now >= EARLIEST && now < LATEST) return [ok(time)];
    return [
      problem('clock_wrong', `the clock shows ${time}`, {
        hint: 'Set the clock, for example from the network.',
        command: 'sudo timedatectl set-ntp true',
      }),
    ];
  },
};
