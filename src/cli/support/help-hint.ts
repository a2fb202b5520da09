import type { Command } from 'commander';

/** The line below an error of usage: which command shows the help, e.g. `(see guildhall apps create --help)`. */
export function helpHint(command: Command): string {
  return `(see ${commandWords(command).join(' ')} --help)`;
}

/** The words of a command, e.g. `guildhall`, `apps` and `create`. */
export function commandWords(command: Command): string[] {
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) names.unshift(each.name());
  return names;
}
