import type { Command } from 'commander';
import { EXAMPLES } from '../reference/facts.js';
import { helpHint } from './help-hint.js';

/**
 * Configures the help for all commands: the options of every command once more below its own, examples, and which help
 * an error of usage names.
 */
export function configureHelp(program: Command): void {
  configure(program, program, []);
}

function configure(command: Command, program: Command, path: readonly string[]): void {
  command
    .helpOption('-h, --help', 'show this help')
    // `guildhall help` shows help for commands at any depth.
    .helpCommand(false)
    .showHelpAfterError(helpHint(command))
    .configureHelp({
      // Not those of a command in between: `guildhall voice` has options of its own.
      showGlobalOptions: command !== program,
      visibleGlobalOptions: () => program.options.filter(({ long }) => long !== '--version'),
      styleTitle: (title) => title.replace(/^Global Options:/, 'Options of every command:'),
    });
  const examples = EXAMPLES[path.join(' ')] ?? [];
  const lines = examples.map(({ line, does }) => `  ${line}\n      ${does}`);
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  for (const child of command.commands) configure(child, program, [...path, child.name()]);
}
