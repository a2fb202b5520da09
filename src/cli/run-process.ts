import { runCli } from './program.js';
import { processTerminal } from './support/terminal.js';

/** Runs the command line of this process, and sets its exit code. */
export async function runProcess(): Promise<void> {
  process.exitCode = await runCli(process.argv.slice(2), processTerminal());
}
