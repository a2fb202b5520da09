import type { NativeInputDevice } from '../../platform/native/evdev.js';
import type { Unavailability } from '../drivers.js';

/** How a person gets access to the event devices in /dev/input. */
export const EVENT_NODES_HINT =
  'let guildhall doctor --fix install a udev rule, or join the group input (usermod -aG input USER) and log in again';

/**
 * Whether this process may read keys. A readable mouse does not compensate for an unreadable keyboard; if a keyboard is
 * readable, an unreadable mouse only costs its buttons. A machine without input devices is fine: one may be plugged in
 * later.
 *
 * @returns null if it may
 */
export function deniedInput(devices: readonly NativeInputDevice[]): Unavailability | null {
  const keyboards = devices.filter(({ keyboard }) => keyboard);
  const kind = keyboards.length > 0 ? 'keyboard' : 'mouse';
  const needed = kind === 'keyboard' ? keyboards : devices.filter(({ mouse }) => mouse);
  const [first] = needed;
  if (first === undefined || needed.some(({ readable }) => readable)) return null;
  return { reason: `no permission to read the ${kind} ${first.node}`, hint: EVENT_NODES_HINT };
}
