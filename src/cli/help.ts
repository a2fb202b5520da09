import type { Command } from 'commander';
import { UsageError } from '../platform/errors.js';
import { helpHint } from './support/help-hint.js';
import type { AddCommand } from './support/invocation.js';

/** `guildhall help apps create`: the help for a command, at any depth. */
export const addHelp: AddCommand = (program, run) => {
  program
    .command('help [command...]')
    .description('show help for a command')
    .action((words: string[], _options: unknown, command: Command) =>
      run(command, async () => findCommand(program, words).outputHelp()),
    );
};

/** @throws {UsageError} if there is no such command */
function findCommand(program: Command, words: readonly string[]): Command {
  let found = program;
  for (const [index, word] of words.entries()) {
    const next = found.commands.find((command) => command.name() === word);
    if (next === undefined) {
      throw new UsageError(`unknown command ${words.slice(0, index + 1).join(' ')}`, helpHint(found));
    }
    found = next;
  }
  return found;
}
