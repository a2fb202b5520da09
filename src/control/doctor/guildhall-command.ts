import { resolveHome } from '../../platform/home.js';
import { toShellCommand } from '../../platform/shell-word.js';
import type { CheckContext } from './finding.js';

/** A command of the CLI for the examined home, e.g. `guildhall start --home /srv/guildhall`. */
export function guildhallCommand(
  { home, environment }: Pick<CheckContext, 'home' | 'environment'>,
  ...words: readonly string[]
): string {
  const isUsual = resolveHome(undefined, environment) === home;
  return toShellCommand('guildhall', ...words, ...(isUsual ? [] : ['--home', home]));
}
