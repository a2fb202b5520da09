import { say } from '../run.mjs';
import { readFileResults, readWrittenResults } from './test-jobs.mjs';

const COUNTS = ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];
/** The end of what the spec reporter prints: counts, and after a failure the failed tests again. */
const SUMMARY = /^\u2139 tests \d+$[\s\S]*/m;
/** A test that was left out, with the reason, and the suite or test that contains it. */
const SKIPPED = /^ *\ufe63 .*$/gm;
/** A test that failed, in the output of a job that was ended before it could say so. */
const FAILED = /^ *\u2716 /m;
/** How much of the end of a failed job's output is repeated, in characters. */
const REPEATED = 4000;
/** How many files are listed by processor time. */
const NAMED = 8;

/** Prints what became of jobs as each of them ends, and adds their counts up. */
export class Report {
  #counts = Object.fromEntries(COUNTS.map((name) => [name, 0]));
  #ended = 0;
  #failed = [];
  #failures = '';
  #files = [];
  #startedAt = performance.now();

  /** @param {number} total how many jobs there are */
  constructor(total) {
    this.total = total;
  }

  /**
   * @param {import('./job-pool.mjs').JobResult} result
   * @returns {import('./test-jobs.mjs').FileResult[]} of the job's test files; of a cancelled one those that ran to their end
   */
  add({ job, passed, timedOut, isCancelled, output, duration }) {
    this.#ended += 1;
    for (const name of COUNTS) this.#counts[name] += readCount(output, name);
    const files = isCancelled ? readWrittenResults(job) : readFileResults(job);
    const hasFailed = isCancelled ? FAILED.test(output) : !passed;
    this.#files.push(...files);
    if (hasFailed) {
      const names = files.filter((file) => !file.passed).map(({ name }) => name);
      this.#failed.push(...(names.length > 0 ? names : [job.name]));
      const [summary = output] = SUMMARY.exec(output) ?? [];
      this.#failures += `${job.name}\n${summary.slice(-REPEATED)}\n`;
    }
    const end = timedOut ? `was ended after ${seconds(job.timeout)}` : isCancelled ? 'was ended' : 'passed';
    const verdict = hasFailed && !timedOut ? 'failed' : end;
    say(`[${this.#ended}/${this.total}] ${job.name} ${verdict} (${seconds(duration)}${cpuOf(files)})`);
    const text = hasFailed ? output : (output.match(SKIPPED) ?? []).join('\n');
    process.stdout.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
    return files;
  }

  /** Prints the totals, and of what failed the names and the last lines once more. @returns {number} an exit code */
  finish() {
    if (this.#failures !== '') process.stdout.write(this.#failures);
    const heaviest = [...this.#files].sort((a, b) => b.cpu - a.cpu).slice(0, NAMED);
    if (heaviest.length === NAMED)
      say(`most processor time: ${heaviest.map(({ name, cpu }) => `${name} ${seconds(cpu)}`).join(', ')}`);
    say(
      `${this.#files.length} test files in ${this.total} jobs: ${seconds(performance.now() - this.#startedAt)}${cpuOf(this.#files)}`,
    );
    for (const name of COUNTS) process.stdout.write(`\u2139 ${name} ${this.#counts[name]}\n`);
    if (this.#failed.length === 0) return 0;
    say(`failed: ${this.#failed.join(' ')}`);
    return 1;
  }
}

function readCount(output, name) {
  const [summary = ''] = SUMMARY.exec(output) ?? [];
  return Number(new RegExp(`^\u2139 ${name} (\\d+)$`, 'm').exec(summary)?.[1] ?? 0);
}

function cpuOf(files) {
  const total = files.reduce((sum, { cpu }) => sum + cpu, 0);
  return total === 0 ? '' : `, ${seconds(total)} of processor time`;
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
