import type { Logger } from '../../platform/log.js';
import type { DriverHost } from '../host/driver-host.js';
import type { GAMEPAD } from './gamepad-contract.js';

/** Logs what the driver warns of, each once: its process reads the file anew whenever it is started. */
export function logMappingWarnings(gamepad: Pick<DriverHost<typeof GAMEPAD>, 'events'>, log: Logger): void {
  const told = new Set<string>();
  gamepad.events.on('warning', (warning) => {
    if (told.has(warning)) return;
    told.add(warning);
    log.warn({ reason: warning }, 'the file of gamepad mappings is not all of use');
  });
}
