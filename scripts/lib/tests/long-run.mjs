import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROOT, say } from '../run.mjs';
import { runProgram } from '../run-program.mjs';
import { INTERRUPTED, runAndReport } from './run-and-report.mjs';
import { listTestFiles, partOf, sourceOf } from './test-files.mjs';
import { TestJobs } from './test-jobs.mjs';

/** What a test file imports that takes its random input from the seed of the run. */
const SEED_HELPERS = /helpers\/(?:random|fast-check)\.js'/;
/** The longest that a job of a part may take, in milliseconds. */
const TIMEOUT = 3_600_000;
/** In the arguments of a command: a seed of this run. */
const SEED = 'SEED';

/**
 * Runs one part of `npm run test:all`, showing what it prints.
 *
 * @param {import('./parts.mjs').Part} part
 * @returns {Promise<{ exitCode: number, duration: number }>} the duration in milliseconds
 */
export async function runPart({ name, shows, commands, env = {}, isRandom = false }) {
  const startedAt = performance.now();
  const seed = String(randomInt(1_000_000));
  say(`${name}: ${shows} (seed ${seed})`);
  let exitCode = 0;
  const files = listTestFiles().filter((file) => partOf(file) === name || (isRandom && isSeeded(file)));
  if (files.length > 0) {
    const given = { GUILDHALL_TEST_SEED: seed, ...env };
    const jobs = new TestJobs()
      .make(files)
      .map((job) => ({ ...job, env: { ...job.env, ...given }, timeout: TIMEOUT }));
    // One after another: what is measured is not disturbed.
    ({ exitCode } = await runAndReport(jobs, { concurrency: 1 }));
  }
  for (const [script, ...given] of commands) {
    if (exitCode === INTERRUPTED) break;
    const args = given.map((arg) => (arg === SEED ? seed : arg));
    const { status, signal } = runProgram(`${ROOT}scripts/${script}`, args, { env });
    exitCode = signal === 'SIGINT' ? INTERRUPTED : Math.max(exitCode, status);
  }
  return { exitCode, duration: performance.now() - startedAt };
}

function isSeeded(file) {
  return SEED_HELPERS.test(readFileSync(sourceOf(file), 'utf8'));
}
