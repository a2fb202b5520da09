import { runCommand } from './run-command.js';

/** A command to run, without `guildhall` in front. */
export interface CommandOrder {
  readonly id: number;
  readonly args: readonly string[];
}

// Started with `fork`: runs a command of the CLI for each message, for programs that must not load Guildhall themselves.
process.on('message', (order) => void answer(order as CommandOrder));

async function answer({ id, args }: CommandOrder): Promise<void> {
  const finished = await runCommand(args, process.env);
  process.send?.({ id, ...finished });
}
