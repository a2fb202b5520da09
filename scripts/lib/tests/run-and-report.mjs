import { availableParallelism } from 'node:os';
import { runJobs } from './job-pool.mjs';
import { Report } from './report.mjs';
import { startSharedEngines } from './shared-engines.mjs';

/**
 * What tests run with. Daemons that name no folder of their own must not be found by the person's games, nor show themselves
 * on their desktop. With certificates of the person's, each process of Node.js would parse all root certificates when it
 * starts, which is more than half of the processor time of a command.
 */
export const TEST_ENVIRONMENT = {
  GUILDHALL_NO_IPC: 'true',
  GUILDHALL_NO_TRAY: 'true',
  NODE_EXTRA_CA_CERTS: undefined,
};
/** How many jobs run at a time: one more than processors, as many tests wait for half of their time. */
const CONCURRENCY = 1 + Math.min(4, availableParallelism());
/** Exit code after Ctrl-C, as a shell has it. */
export const INTERRUPTED = 130;

/**
 * Runs jobs, and prints what they print and the totals. Ctrl-C ends them, and so does the end of the terminal.
 *
 * @param {readonly import('./job-pool.mjs').Job[]} jobs
 * @param {object} [options]
 * @param {(name: string) => void} [options.onPass] called with the name of each test file that passed
 * @param {AbortSignal} [options.signal] aborted: no further job is started, those that run are ended
 * @param {number} [options.concurrency] how many jobs run at a time
 * @returns {Promise<{ exitCode: number, left: string[] }>} the names of the test files that did not run to their end
 */
export async function runAndReport(jobs, { onPass = () => {}, signal, concurrency = CONCURRENCY } = {}) {
  const report = new Report(jobs.length);
  const left = new Set(jobs.flatMap(({ files = [] }) => files));
  const stopped = new AbortController();
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    stopped.abort();
  };
  // The system and the shell may both send it. Output fails from then on, which must not end this process before the jobs.
  const hangUp = () => {
    process.stdout.on('error', () => {});
    interrupt();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', hangUp);
  const engines = await startSharedEngines();
  signal?.addEventListener('abort', () => stopped.abort());
  try {
    await runJobs(
      jobs.map((job) => ({ ...job, env: { ...TEST_ENVIRONMENT, ...job.env, ...engines.env } })),
      {
        concurrency,
        signal: stopped.signal,
        onEnd(result) {
          for (const { name, passed } of report.add(result)) {
            left.delete(name);
            if (passed) onPass(name);
          }
        },
      },
    );
    const exitCode = report.finish();
    return { exitCode: isInterrupted ? INTERRUPTED : exitCode, left: [...left] };
  } finally {
    await engines.stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('SIGHUP', hangUp);
  }
}
