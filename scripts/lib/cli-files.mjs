import { execFileSync } from 'node:child_process';
import { ROOT } from './run.mjs';

/** Places below `/usr`, each with the command that prints the file. */
const FILES = [
  { path: 'share/man/man1/guildhall.1', args: ['man'] },
  { path: 'share/bash-completion/completions/guildhall', args: ['completion', 'bash'] },
  { path: 'share/zsh/vendor-completions/_guildhall', args: ['completion', 'zsh'] },
  { path: 'share/fish/vendor_completions.d/guildhall.fish', args: ['completion', 'fish'] },
];

/**
 * The files of the command line that a package installs: the manual page and the completions. The sources must be built.
 *
 * @param {Date} date of the page
 * @returns {{ path: string, text: string }[]} paths are relative to `/usr`
 */
export function cliFiles(date) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000)) };
  return FILES.map(({ path, args }) => ({
    path,
    text: execFileSync(process.execPath, [`${ROOT}dist/cli/main.js`, ...args], { encoding: 'utf8', env }),
  }));
}
