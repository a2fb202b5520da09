import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../errors.js';
import { toShellCommand } from '../text/shell-word.js';
import { describeOthersAccess, restrictCommand } from './windows-access.js';

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
  const isWindows = process.platform === 'win32';
  const open = (mode & forbidden) === 0 ? null : 'can be read by other users';
  const reason = isWindows ? describeOthersAccess(path) : open;
  if (reason !== null) {
    const words = isWindows ? restrictCommand(path, 'file') : ['chmod', '600', path];
    throw new UserError(`${path} ${reason}`, `Run: ${toShellCommand(...words)}`);
  }
  return text;
}
