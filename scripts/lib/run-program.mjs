import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ROOT } from './run.mjs';

/** Runs a program of Node.js, which leads a process group, until soon after the end of this process at the latest. */
export const LAUNCHER = fileURLToPath(new URL('launch.mjs', import.meta.url));

/**
 * Runs a program of Node.js that takes its time, showing what it prints. However this process ends, the program and all that it
 * started end soon afterwards.
 *
 * @param {string} path of the program, absolute
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] besides that of this process
 * @param {readonly string[]} [options.flags] of Node.js
 * @returns {{ status: number, signal: string | null }} its exit code, 1 if a signal ended it
 */
export function runProgram(path, args = [], { env = {}, flags = [] } = {}) {
  const { status, signal } = spawnSync(
    process.execPath,
    ['--enable-source-maps', ...flags, LAUNCHER, path, ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A process group of its own, which it ends; from a terminal only this process gets a Ctrl-C.
      detached: process.platform !== 'win32',
    },
  );
  return { status: status ?? 1, signal };
}
