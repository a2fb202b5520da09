import { say } from '../run.mjs';

const COUNTS = ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];
/** The end of what the spec reporter prints: counts, and after a failure the failed tests again. */
const SUMMARY = /^\u2139 tests \d+$[\s\S]*/m;
/** How much of the end of a failed file's output is repeated, in characters. */
const REPEATED = 4000;

/** Prints what test files print as each of them ends, and adds their counts up. */
export class Report {
  #counts = Object.fromEntries(COUNTS.map((name) => [name, 0]));
  #ended = 0;
  #failed = [];
  #failures = '';

  /** @param {number} total how many jobs there are */
  constructor(total) {
    this.total = total;
  }

  /** @param {import('./job-pool.mjs').JobResult} result */
  add({ job, passed, timedOut, output, duration }) {
    this.#ended += 1;
    for (const name of COUNTS) this.#counts[name] += readCount(output, name);
    if (!passed) {
      this.#failed.push(job.name);
      const [summary = output] = SUMMARY.exec(output) ?? [];
      this.#failures += `${job.name}\n${summary.slice(-REPEATED)}\n`;
    }
    const verdict = timedOut ? `was ended after ${seconds(job.timeout)}` : passed ? 'passed' : 'failed';
    say(`[${this.#ended}/${this.total}] ${job.name} ${verdict} (${seconds(duration)})`);
    const text = passed ? output.replace(SUMMARY, '') : output;
    process.stdout.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  }

  /** What the failed files printed last, which tells their failed tests; empty if there are none. */
  get failures() {
    return this.#failures;
  }

  /** Prints the totals and the files that failed. @returns {number} an exit code */
  finish() {
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

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
