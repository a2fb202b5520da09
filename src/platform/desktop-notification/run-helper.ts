import { spawn } from 'node:child_process';
import { UserError } from '../errors.js';

/** How long a helper program may run, in milliseconds; PowerShell takes seconds to start. */
const TIMEOUT = 20_000;
const ERROR_LENGTH = 500;

/** A helper program and its standard input. */
export interface Helper {
  readonly command: string;
  /** constants only: nothing chosen by an application or a person */
  readonly arguments: readonly string[];
  readonly input: string;
}

/**
 * Runs a helper program and passes text on standard input, because other users can read the arguments of a process.
 *
 * @throws {UserError} if it is missing, fails, or takes too long
 */
export function runHelper({ command, arguments: args, input }: Helper): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'ignore', 'pipe'],
      signal: AbortSignal.timeout(TIMEOUT),
      windowsHide: true,
    });
    child.once('error', (error) => reject(new UserError(`${command} cannot be run: ${error.message}`)));
    // Without a free descriptor, Node.js makes no streams.
    if (child.pid === undefined) return;
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, ERROR_LENGTH);
    });
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(new UserError(`${command} failed (${code ?? 'killed'}): ${errors.trim()}`));
    });
    // A helper that exits without reading its input fails by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
