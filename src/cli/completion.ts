import { Argument, type Command } from 'commander';
import { UsageError } from '../platform/errors.js';
import { bashCompletion } from './reference/bash-completion.js';
import { type CommandModel, describeCommand } from './reference/command-model.js';
import { fishCompletion } from './reference/fish-completion.js';
import { zshCompletion } from './reference/zsh-completion.js';
import type { AddCommand } from './support/invocation.js';

const SHELLS: ReadonlyMap<string, (program: CommandModel) => string> = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

/** `guildhall completion`: prints the completion of a shell, made from the declarations of the commands. */
export const addCompletion: AddCommand = (program, run) => {
  program
    .command('completion')
    .description('print the completion of a shell')
    .addArgument(
      new Argument('<shell>', 'whose completion').choices([...SHELLS.keys()]).argParser(requireShell),
    )
    .action((shell: string, _options: unknown, command: Command) =>
      run(command, async ({ result }) => {
        const script = SHELLS.get(shell)?.(describeCommand(program)) ?? '';
        result(script, (text) => text.trimEnd());
      }),
    );
};

/** @throws {UsageError} if it has no completion */
function requireShell(shell: string): string {
  if (SHELLS.has(shell)) return shell;
  throw new UsageError(`there is no completion for ${shell}; it is made for bash, zsh and fish`);
}
