import { spawn } from 'node:child_process';
import { ROOT } from '../run.mjs';

/** Time between asking a job to end and killing it, in milliseconds. */
const GRACE = 5_000;
/** How long the output of an ended job is waited for, in milliseconds: a process it left behind may hold the pipes open. */
const OUTPUT_GRACE = 1_000;

/**
 * A program to run, e.g. one test file.
 *
 * @typedef {object} Job
 * @property {string} name what the report calls it
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string | undefined>>} [env] besides this process's own; undefined removes a variable
 * @property {string} [cwd] by default the project's folder
 * @property {number} timeout in milliseconds
 * @property {readonly string[]} [files] the test files that it runs
 * @property {string} [results] where it writes the result of each of them
 */

/**
 * How a job ended.
 *
 * @typedef {object} JobResult
 * @property {Job} job
 * @property {boolean} passed whether its exit code was 0, in time
 * @property {boolean} timedOut
 * @property {boolean} isCancelled whether it was ended because of the signal
 * @property {string} output everything it printed
 * @property {number} duration in milliseconds
 */

/**
 * Runs jobs in their order, so many at a time. A job that takes longer than its timeout is ended with all that it started,
 * with SIGTERM first: a test ends its daemons on it.
 *
 * @param {readonly Job[]} jobs
 * @param {object} options
 * @param {number} options.concurrency
 * @param {(result: JobResult) => void} options.onEnd called as each job ends
 * @param {(running: Job[]) => void} [options.onStart] called with all that run, as each job starts
 * @param {AbortSignal} [options.signal] aborted: no further job is started, those that run are ended
 */
export async function runJobs(jobs, { concurrency, onEnd, onStart = () => {}, signal }) {
  const running = new Set();
  const waiting = [...jobs];
  const work = async () => {
    while (waiting.length > 0 && signal?.aborted !== true) {
      const job = waiting.shift();
      running.add(job);
      onStart([...running]);
      const result = await runJob(job, signal);
      running.delete(job);
      onEnd(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** @returns {Promise<JobResult>} */
function runJob(job, signal) {
  const { command, args, env = {}, cwd = ROOT, timeout } = job;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: what the job started, such as a virtual machine, is ended with it.
      detached: process.platform !== 'win32',
    });
    let output = '';
    let timedOut = false;
    let isCancelled = false;
    // Without descriptors there are none.
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== undefined);
    for (const stream of streams) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    let killTimer;
    const end = () => {
      if (killTimer !== undefined) return;
      signalGroup(child, 'SIGTERM');
      killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE);
    };
    const timeoutTimer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeout);
    const cancel = () => {
      isCancelled = true;
      end();
    };
    signal?.addEventListener('abort', cancel);
    const settle = (code) => {
      clearTimeout(timeoutTimer);
      if (!signalGroup(child, 0)) clearTimeout(killTimer);
      for (const stream of streams) stream.destroy();
      signal?.removeEventListener('abort', cancel);
      resolve({
        job,
        passed: code === 0 && !timedOut,
        timedOut,
        isCancelled: isCancelled && !timedOut && code !== 0,
        output,
        duration: performance.now() - startedAt,
      });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      settle(1);
    });
    child.once('exit', (code) => {
      const timer = setTimeout(settle, OUTPUT_GRACE, code);
      child.once('close', () => {
        clearTimeout(timer);
        settle(code);
      });
    });
  });
}

/**
 * Sends a signal to a job and to all that it started, on Windows to the job alone: there are no process groups.
 *
 * @returns {boolean} whether any of them was running
 */
function signalGroup(child, signal) {
  if (process.platform === 'win32') return child.kill(signal);
  const { pid } = child;
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
