import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../platform/errors.js';
import { parseJson } from '../../platform/parse-json.js';
import { makePrivateFolder } from '../../platform/private-file.js';
import type { BackupSummary } from './create-backup.js';

/** How long a backup may take, in milliseconds. */
const TIMEOUT_MS = 60 * 60_000;

export interface BackupProcessOptions {
  readonly home: string;
  /** the program of the CLI, run by Node.js */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Runs `guildhall backup` in a process of its own, so that the daemon is not delayed.
 *
 * @param folder where the backup is written; it is created as a private one
 * @param name of the file
 * @throws {UserError} with what the command reported
 */
export async function runBackup(
  { home, program, environment }: BackupProcessOptions,
  folder: string,
  name: string,
): Promise<BackupSummary> {
  await makePrivateFolder(folder);
  const args = [program, 'backup', join(folder, name), '--home', home, '--json'];
  const options = { env: environment, timeout: TIMEOUT_MS, windowsHide: true };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => {
    throw new UserError(`the backup failed: ${describeFailure(error)}`, 'Try: guildhall backup FILE');
  });
  // The command of this very version wrote it.
  return parseJson(stdout) as BackupSummary;
}

function describeFailure(error: unknown): string {
  const stderr: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'stderr') : null;
  const text = typeof stderr === 'string' ? stderr.trim() : '';
  return text === '' ? 'its process could not be run' : text.slice(0, 500);
}
