import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { ProgressLine } from './progress-line.mjs';
import { ROOT, StepError, say } from './run.mjs';

/** How often it is said what still runs, in milliseconds, where there is no terminal. */
const INTERVAL = 10_000;

/**
 * A program that takes its time.
 *
 * @typedef {object} Step
 * @property {string} name what it makes, e.g. `the native addon`
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} hint what to do if it fails
 * @property {() => void} [onEnd] called once it has succeeded, whatever becomes of the others
 * @property {boolean} [shell] whether the command is a script of the shell, as npm is on Windows
 */

/**
 * Runs programs at the same time. What they print is shown only of one that fails; meanwhile it is said what has ended and
 * what still runs.
 *
 * @param {string} verb e.g. `compiling`
 * @param {readonly Step[]} unordered
 * @param {object} [options]
 * @param {string} [options.longest] the name of the step that ends last, if it is among them: it starts first, and gets a
 *   processor before the others
 * @param {number} [options.interval] in milliseconds
 * @throws {StepError} of the first that fails; the others are ended
 */
export async function runTogether(verb, unordered, { longest, interval = INTERVAL } = {}) {
  if (unordered.length === 0) return;
  const first = unordered.filter(({ name }) => name === longest);
  const steps = [...first, ...unordered.filter((step) => !first.includes(step))];
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  const running = new Map();
  say(`${verb} ${list(steps.map(({ name }) => name))}`);
  const progress = new ProgressLine({
    interval,
    describe: () => `still ${verb} ${list([...running.keys()])} (${seconds()})`,
  });
  try {
    await Promise.all(
      steps.map(async (step) => {
        await runStep(step, { running, yields: first.length > 0 && !first.includes(step) });
        running.delete(step.name);
        step.onEnd?.();
        progress.clear();
        say(`${verb} ${step.name}: done (${seconds()})`);
      }),
    );
  } finally {
    progress.end();
    for (const child of running.values()) child.kill();
  }
}

function runStep({ name, command, args, hint, shell = false }, { running, yields }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    running.set(name, child);
    if (yields && child.pid !== undefined) yieldProcessors(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const fail = (reason) =>
      reject(new StepError(`${output}\n${[command, ...args].join(' ')}: ${reason}\n${hint}`));
    child.once('error', ({ message }) => fail(message));
    child.once('close', (code, signal) => (code === 0 ? resolve() : fail(signal ?? `exit code ${code}`)));
  });
}

/** What the process starts from now on yields, too. */
function yieldProcessors(pid) {
  try {
    setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // It has ended already.
  }
}

function list(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
