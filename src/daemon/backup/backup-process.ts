import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../platform/errors.js';
import { makePrivateSubfolder } from '../../platform/files/private-file.js';
import { parseJson } from '../../platform/text/parse-json.js';
import type { BackupSummary } from './create-backup.js';

/** How long a backup may take, in milliseconds. */
const TIMEOUT_MS = 60 * 60_000;

export interface BackupProcessOptions {
  readonly home: string;
  /** the program of the CLI, run by Node.js */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** ends a backup that is being written */
  readonly stopping: AbortSignal;
}

/**
 * Runs `guildhall backup` in a separate process, so that the daemon is not delayed.
 *
 * @param folder where the backup is written; it is created as a private one
 * @param name of the file
 * @throws {UserError} with what the command reported; then nothing of the backup is left
 */
export async function runBackup(
  { home, program, environment, stopping }: BackupProcessOptions,
  folder: string,
  name: string,
): Promise<BackupSummary> {
  await makePrivateSubfolder(folder);
  const args = [program, 'backup', join(folder, name), '--home', home, '--json'];
  const options = { env: environment, timeout: TIMEOUT_MS, windowsHide: true };
  if (stopping.aborted) throw new UserError('the backup failed: the daemon is shutting down');
  const running = promisify(execFile)(process.execPath, args, options);
  const end = () => running.child.kill();
  stopping.addEventListener('abort', end);
  try {
    // The command of this very version wrote it.
    return parseJson((await running).stdout) as BackupSummary;
  } catch (error) {
    await removeUnfinished(folder, name);
    const reason = stopping.aborted ? 'the daemon is shutting down' : describeFailure(error);
    throw new UserError(`the backup failed: ${reason}`, 'Try: guildhall backup FILE');
  } finally {
    stopping.removeEventListener('abort', end);
  }
}

/** A process that was killed leaves the folder in which it wrote the backup. */
async function removeUnfinished(folder: string, name: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (file.startsWith(`${name}.partial-`)) await rm(join(folder, file), { recursive: true, force: true });
  }
}

function describeFailure(error: unknown): string {
  const stderr: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'stderr') : null;
  const text = typeof stderr === 'string' ? stderr.trim() : '';
  return text === '' ? 'its process could not be run' : text.slice(0, 500);
}
