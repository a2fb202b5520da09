import { guildhallCommand } from '../control/doctor/guildhall-command.js';
import { UserError } from '../platform/errors.js';

/** The error of a command that needs a home for itself while another process uses it. */
export function homeInUse(home: string): UserError {
  const [stop, doctor] = ['stop', 'doctor'].map((command) =>
    guildhallCommand({ home, environment: process.env }, command),
  );
  return new UserError(
    'a daemon or guildhall api is already running on this home',
    `Stop it with \`${stop}\`, or choose another home with --home. If it does not answer, see \`${doctor}\``,
  );
}
