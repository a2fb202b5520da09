import { quoteArguments } from '../../install/windows/command-line.js';
import { toShellCommand } from '../../platform/text/shell-word.js';

/** Commands as the person would type them in the shell of this system, one a line. */
export function commandsText(commands: readonly (readonly string[])[]): string {
  return commands.map(commandText).join('\n');
}

function commandText([program = '', ...args]: readonly string[]): string {
  return program.endsWith('.exe') ? quoteArguments([program, ...args]) : toShellCommand(program, ...args);
}
