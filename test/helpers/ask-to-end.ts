import type { ChildProcess } from 'node:child_process';
import { runCommand } from './run-command.js';

/** Asks a daemon or `guildhall api` to end: by SIGTERM, and on Windows, which has no signals, by `guildhall stop`. */
export async function askToEnd(child: ChildProcess, home: string): Promise<void> {
  if (process.platform !== 'win32') child.kill('SIGTERM');
  else if ((await runCommand(['stop', '--home', home])).exitCode !== 0) child.kill();
}
