import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A set-up step that failed, with what to do about it; printed without a stack. */
export class StepError extends Error {}

/** Tells the person at the terminal which step runs. */
export function say(text) {
  process.stdout.write(`guildhall: ${text}\n`);
}

/**
 * Runs a program in the project, showing what it prints.
 *
 * @param {string} hint what to do if it fails
 */
export function run(command, args, hint, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (status !== 0) {
    const reason = error?.message ?? `exit code ${status}`;
    throw new StepError(`${[command, ...args].join(' ')}: ${reason}\n${hint}`);
  }
}

/** Runs a JavaScript program of a dependency, e.g. `runTool('typescript/bin/tsc', …)`. */
export function runTool(path, args, hint) {
  run(process.execPath, [`${ROOT}node_modules/${path}`, ...args], hint);
}

/** Whether a program is there. */
export function has(command, args = ['--version']) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Runs the steps of a script; a step that fails ends it with exit code 1 and its message. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`guildhall: ${error.message}\n`);
    process.exit(1);
  }
}
