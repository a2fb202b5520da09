import { availableParallelism } from 'node:os';
import { runJobs } from './job-pool.mjs';
import { Report } from './report.mjs';
import { startSharedEngines } from './shared-engines.mjs';

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
 * @param {() => boolean} [options.isTimeUp] once true, no further job is started
 * @param {number} [options.concurrency] how many jobs run at a time
 * @returns {Promise<{ exitCode: number, failures: string, left: string[] }>} what the failed jobs printed last, and the names of
 *   the test files that were not started
 */
export async function runAndReport(jobs, { onPass = () => {}, isTimeUp, concurrency = CONCURRENCY } = {}) {
  const report = new Report(jobs.length);
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort());
  // The system and the shell may both send it. Output fails from then on, which must not end this process before the jobs.
  process.on('SIGHUP', () => {
    process.stdout.on('error', () => {});
    interrupted.abort();
  });
  const engines = await startSharedEngines();
  const withEngines = jobs.map((job) => ({ ...job, env: { ...job.env, ...engines.env } }));
  const left = await runJobs(withEngines, {
    concurrency,
    signal: interrupted.signal,
    isTimeUp,
    onEnd(result) {
      for (const { name, passed } of report.add(result)) if (passed) onPass(name);
    },
  });
  await engines.stop();
  const exitCode = report.finish();
  return {
    exitCode: interrupted.signal.aborted ? INTERRUPTED : exitCode,
    failures: report.failures,
    left: left.flatMap(({ name, files = [name] }) => files),
  };
}
