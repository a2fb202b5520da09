import type { Unavailability } from '../drivers.js';
import { DriverUnavailableError } from '../errors.js';
import { unavailabilityOf } from '../host/load-failure.js';
import { EVDEV } from './evdev-backend.js';
import type { InputBackend, InputBackendKind } from './input-backend.js';
import { NO_DISPLAY } from './input-backend-order.js';
import type { KeyEvent } from './key-event.js';
import { UIOHOOK } from './uiohook-backend.js';

/** Every way of hearing keys. Only for the driver's own process: it loads native libraries. */
export const INPUT_BACKENDS: Readonly<Record<InputBackendKind['name'], InputBackendKind>> = {
  evdev: EVDEV,
  uiohook: UIOHOOK,
};

/**
 * Loads the first of the given ways of hearing keys that works.
 *
 * @throws {DriverUnavailableError} if none does: with what each lacks, and with each one's hint
 */
export async function openInputBackend(
  kinds: readonly InputBackendKind[],
  environment: NodeJS.ProcessEnv,
  hear: (event: KeyEvent) => void,
): Promise<InputBackend> {
  const lacking: Unavailability[] = [];
  for (const kind of kinds) {
    const lack = kind.probe(environment);
    if (lack !== null) {
      lacking.push(lack);
      continue;
    }
    try {
      return await kind.load(hear);
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
