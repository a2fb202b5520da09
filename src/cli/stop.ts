import type { Command } from 'commander';
import { stopDaemon } from '../control/operations/status.js';
import { UserError } from '../platform/errors.js';
import type { AddCommand } from './support/invocation.js';

/** How long a process may take to shut down that does not say so, in milliseconds. */
const DEFAULT_MS = 5_000;
/** How much longer to wait, in milliseconds: a busy machine may end the process late. */
const GRACE_MS = 5_000;
const INTERVAL = 50;
/** After how long it is said what the command waits for, in milliseconds. */
const NOTE_MS = 1_000;

/** `guildhall stop`: stops the daemon, or `guildhall api`, and waits for its end. */
export const addStop: AddCommand = (program, run) => {
  program
    .command('stop')
    .description('stop the daemon, or guildhall api')
    .action((_options: unknown, command: Command) =>
      run(command, async (invocation) => {
        const { pid, within_ms = DEFAULT_MS } = await invocation.daemon.call(stopDaemon, {}, {});
        await waitForExit(pid, within_ms + GRACE_MS, invocation.waits);
        invocation.result({ stopped: true, pid }, () => `stopped (process ${pid})`);
      }),
    );
};

/** @param waits says what takes long @throws {UserError} if it still runs after `ms` milliseconds */
async function waitForExit(pid: number, ms: number, waits: (text: string) => void): Promise<void> {
  for (let waited = 0; waited < ms; waited += INTERVAL) {
    if (!isAlive(pid)) return;
    if (waited === NOTE_MS) waits(`waiting for process ${pid} to end, for at most ${ms / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
  throw new UserError(`process ${pid} is still shutting down`, 'See its log.');
}

/** Other errors than ESRCH mean that it exists, e.g. EPERM: it belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
