import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Gives a process, and what it starts later, priority over all others, as systems do for sound: tests of sound are about what it does
 * and not about a machine that is busy with other tests. Without the right to do so they only become less exact.
 */
export async function prioritize(pid: number): Promise<void> {
  await changePriority(pid, []);
}

/** The same of this process, but not of what it starts later: for a test that passes packets on itself. */
export async function prioritizeTest(): Promise<void> {
  await changePriority(process.pid, ['--reset-on-fork']);
}

async function changePriority(pid: number, flags: readonly string[]): Promise<void> {
  await execute('chrt', ['--all-tasks', ...flags, '--rr', '--pid', '5', String(pid)]).catch(() => {});
}
