import type { Administration } from '../protocol/administration.js';
import type { ControlDependencies } from './context.js';
import { ControlError } from './errors.js';

/** @throws {ControlError} if the service is remote, so that this daemon cannot administer it */
export function requireAdministration({ administration }: ControlDependencies): Administration {
  if (administration !== null) return administration;
  throw new ControlError(
    'unavailable',
    'this daemon uses a remote service: its applications and users are administered there',
    'Start the daemon without --api-url to run a service of its own.',
  );
}
