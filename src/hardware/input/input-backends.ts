import type { Unavailability } from '../drivers.js';
import { DriverUnavailableError } from '../errors.js';
import { unavailabilityOf } from '../host/load-failure.js';
import { EVDEV } from './evdev-backend.js';
import type { InputBackend, InputBackendKind } from './input-backend.js';
import { NO_DISPLAY } from './input-backend-order.js';
import type { KeyEvent } from './key-event.js';
import { UIOHOOK } from './uiohook-backend.js';

/** All input backends. Only for the driver process: it loads native libraries. */
export const INPUT_BACKENDS: Readonly<Record<InputBackendKind['name'], InputBackendKind>> = {
  evdev: EVDEV,
  uiohook: UIOHOOK,
};

/**
 * Loads the first backend that works; one after the first must have devices to read.
 *
 * @throws {DriverUnavailableError} if none does, with the reason and hint of each
 */
export async function openInputBackend(
  kinds: readonly InputBackendKind[],
  environment: NodeJS.ProcessEnv,
  emit: (event: KeyEvent) => void,
): Promise<InputBackend> {
  const lacking: Unavailability[] = [];
  for (const kind of kinds) {
    const lack = kind.probe(environment);
    if (lack !== null) {
      lacking.push(lack);
      continue;
    }
    try {
      const backend = await kind.load(emit);
      // A fallback that can read nothing would hide what the better backend lacks, and keep it from being tried again.
      if (lacking.length === 0 || backend.hasDevices()) return backend;
      lacking.push({ reason: 'no keyboard or mouse can be read instead', hint: null });
    } catch (error) {
      lacking.push(unavailabilityOf(error));
    }
  }
  if (lacking.length === 0) lacking.push(NO_DISPLAY);
  const hints = lacking.flatMap(({ hint }) => hint ?? []);
  throw new DriverUnavailableError(
    'keyboard-mouse',
    lacking.map(({ reason }) => reason).join('; '),
    hints.length === 0 ? null : hints.join('; or '),
  );
}
