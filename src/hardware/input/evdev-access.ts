import type { NativeInputDevice } from '../../platform/native/evdev.js';
import type { Unavailability } from '../drivers.js';

/** What gives a person the event nodes of /dev/input. */
export const EVENT_NODES_MEND =
  'let guildhall doctor --fix install a udev rule, or join the group input (usermod -aG input USER) and log in again';

/**
 * Whether this process may hear keys. A mouse that it may read makes up for no keyboard; where there are keyboards, a
 * mouse that it may not read costs the buttons alone. A machine without any is fine: something may be plugged in.
 *
 * @returns null if it may
 */
export function deniedInput(devices: readonly NativeInputDevice[]): Unavailability | null {
  const keyboards = devices.filter(({ keyboard }) => keyboard);
  const kind = keyboards.length > 0 ? 'keyboard' : 'mouse';
  const needed = kind === 'keyboard' ? keyboards : devices.filter(({ mouse }) => mouse);
  const [first] = needed;
  if (first === undefined || needed.some(({ readable }) => readable)) return null;
  return { reason: `no permission to read the ${kind} ${first.node}`, hint: EVENT_NODES_MEND };
}
