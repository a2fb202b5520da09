import { resolveHome } from '../../platform/home.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import type { CheckContext, GivenFlags } from './finding.js';

/** A command of the CLI for the examined home, e.g. `guildhall start --home /srv/guildhall`. */
export function guildhallCommand(
  { home, environment }: Pick<CheckContext, 'home' | 'environment'>,
  ...words: readonly string[]
): string {
  const isUsual = resolveHome(undefined, environment) === home;
  return toShellCommand('guildhall', ...words, ...(isUsual ? [] : ['--home', home]));
}

/** Flags as words of a command, e.g. `--bus-password-file`, `/etc/guildhall/bus`. */
export function toFlagWords(flags: GivenFlags): string[] {
  return Object.entries(flags).flatMap(([name, value]) => [`--${toKebabCase(name)}`, value]);
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
