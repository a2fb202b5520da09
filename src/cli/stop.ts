import type { Command } from 'commander';
import { stopDaemon } from '../control/operations/status.js';
import { UserError } from '../platform/errors.js';
import type { AddCommand } from './support/invocation.js';

/** How long to wait for the daemon, in milliseconds; it shuts down within 5 s. */
const TIMEOUT_MS = 10_000;
const INTERVAL = 50;

/** `guildhall stop`: stops the daemon and waits for its end. */
export const addStop: AddCommand = (program, run) => {
  program
    .command('stop')
    .description('stop the daemon')
    .action((_options: unknown, command: Command) =>
      run(command, async (invocation) => {
        const { pid } = await invocation.daemon.call(stopDaemon, {}, {});
        await gone(pid);
        invocation.result({ stopped: true, pid }, () => `stopped (process ${pid})`);
      }),
    );
};

async function gone(pid: number): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += INTERVAL) {
    if (!isAlive(pid)) return;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
  throw new UserError(`the daemon (process ${pid}) is still shutting down`, 'See its log.');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
