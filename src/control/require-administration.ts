import type { Administration } from '../protocol/administration.js';
import type { ControlDependencies } from './context.js';
import { ControlError } from './errors.js';

/** @throws {ControlError} if the service is a remote one, which is not this person's to administer */
export function requireAdministration({ administration }: ControlDependencies): Administration {
  if (administration !== null) return administration;
  throw new ControlError(
    'unavailable',
    'this daemon uses a remote service: its applications and users are administered there',
    'Start the daemon without --api-url to run a service of its own.',
  );
}
