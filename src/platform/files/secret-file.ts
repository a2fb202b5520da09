import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../errors.js';
import { toShellCommand } from '../text/shell-word.js';

const GROUP_AND_OTHERS = 0o077;
const OTHERS = 0o007;

/**
 * Reads a file with a secret that only this user, or this process, may read.
 *
 * @param what the file has, e.g. `the password file of the bus`
 * @param credentials the folder in which a service manager passes files to this process alone ($CREDENTIALS_DIRECTORY)
 * @throws {UserError} it cannot be read, or others can read it
 */
export async function readSecretFile(path: string, what: string, credentials?: string): Promise<string> {
  let mode: number;
  let text: string;
  try {
    ({ mode } = await stat(path));
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError(`${what} cannot be read: ${messageOf(error)}`);
  }
  // systemd gives access to a credential by an access control list, whose mask appears as the group's permissions.
  const forbidden = credentials && dirname(path) === credentials ? OTHERS : GROUP_AND_OTHERS;
  if (process.platform !== 'win32' && (mode & forbidden) !== 0) {
    throw new UserError(`${path} can be read by other users`, `Run: ${toShellCommand('chmod', '600', path)}`);
  }
  return text;
}
