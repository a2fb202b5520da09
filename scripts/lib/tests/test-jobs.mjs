import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noCounts } from './file-reporter.mjs';
import { COMPILED, hasOwnProcess } from './test-files.mjs';

const LOADER = fileURLToPath(new URL('load-files.mjs', import.meta.url));
const REPORTER = new URL('file-reporter.mjs', import.meta.url).href;
/** The longest that a job may take, in milliseconds: ten times what one takes on an idle machine. */
const TIMEOUT = 600_000;
/** How many files share a process: with more, one processor would be idle at the end of a run. */
const MOST_FILES = 12;
/** How many share one where it counts that results are there soon, or where one takes long. */
const FEW_FILES = 3;
/** Folders whose files take longest: pages are rendered without a GPU, clients wait, scripts compile and pack. */
const SLOW_FOLDERS = ['browser', 'clients', 'scripts'];
/** Folders whose jobs take longest, the longest first. */
const LONGEST = [
  'browser',
  'native',
  'audit',
  'clients',
  'scripts',
  'daemon',
  'system',
  'api',
  'hardware',
  'cli',
];
/** How many folders begin a part between two parts of one. */
const APART = 2;

/**
 * How one test file ended.
 *
 * @typedef {object} FileResult
 * @property {string} name path below `COMPILED`
 * @property {boolean} passed
 * @property {number} duration in milliseconds
 * @property {import('./file-reporter.mjs').Counts} counts
 * @property {number} cpu processor time of the process and of those that it started and that ended, in milliseconds
 */

/** Divides test files into jobs and reads what became of each file. */
export class TestJobs {
  #results = mkdtempSync(join(tmpdir(), 'guildhall-results-'));
  #count = 0;

  constructor() {
    process.once('exit', () => rmSync(this.#results, { recursive: true, force: true }));
  }

  /**
   * One process for the files of a folder of `test/`, and one for each file that needs its own. Those that take longest are
   * begun first, lest one of them keep a single processor busy at the end; the parts of a folder are apart from one another,
   * because they wait for the same, e.g. the browser.
   *
   * @param {readonly string[]} names paths below `COMPILED`
   * @param {readonly string[]} flags of Node's test runner, e.g. `--test-name-pattern=revoke`
   * @returns {import('./job-pool.mjs').Job[]}
   */
  make(names, flags = []) {
    const folders = new Map();
    for (const name of names) {
      const key = hasOwnProcess(name) ? name : name.split('/')[0];
      folders.set(key, [...(folders.get(key) ?? []), name]);
    }
    return [...folders]
      .flatMap(([folder, files]) => divide(folder, files))
      .sort((a, b) => rank(a) - rank(b))
      .map((group) => this.#toJob(group, flags));
  }

  /**
   * Small jobs in the order of the files, for a run that may end before the last one.
   *
   * @param {readonly string[]} names paths below `COMPILED`, the most important first
   * @returns {import('./job-pool.mjs').Job[]}
   */
  makeInOrder(names) {
    const groups = [];
    for (const name of names) {
      const last = groups.at(-1);
      if (last === undefined || last.length === FEW_FILES || hasOwnProcess(name) || hasOwnProcess(last[0]))
        groups.push([name]);
      else last.push(name);
    }
    return groups.map((files) => this.#toJob({ name: files.join(' '), files }, []));
  }

  #toJob({ name, files }, flags) {
    this.#count += 1;
    const results = join(this.#results, String(this.#count));
    return {
      name,
      files,
      results,
      env: { GUILDHALL_TEST_RESULTS: results },
      command: process.execPath,
      args: [
        '--enable-source-maps',
        // A leak is reported by its file; without this, the process would wait for its end.
        '--test-force-exit',
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
        ...[`--test-reporter=${REPORTER}`, '--test-reporter-destination=stderr'],
        ...flags,
        LOADER,
        ...files.map((file) => join(COMPILED, file)),
      ],
      timeout: TIMEOUT,
    };
  }
}

/**
 * The results of the files of a job that has ended; of other jobs none. A file without a result did not get its turn.
 *
 * @param {import('./job-pool.mjs').Job} job
 * @returns {FileResult[]}
 */
export function readFileResults(job) {
  const found = new Map(readWrittenResults(job).map((result) => [result.name, result]));
  return (job.files ?? []).map(
    (name) =>
      found.get(name) ?? { name, passed: false, duration: 0, cpu: 0, counts: { ...noCounts(), failed: 1 } },
  );
}

/**
 * The results of those files of a job that ran to their end.
 *
 * @param {import('./job-pool.mjs').Job} job
 * @returns {FileResult[]}
 */
export function readWrittenResults({ results }) {
  if (results === undefined) return [];
  const lines = readFileSync(results, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Parts with about the same number of files. */
function divide(folder, files) {
  const count = Math.ceil(files.length / (SLOW_FOLDERS.includes(folder) ? FEW_FILES : MOST_FILES));
  return Array.from({ length: count }, (_, index) => {
    const share = files.slice((index * files.length) / count, ((index + 1) * files.length) / count);
    const name = count === 1 ? folder : `${folder} ${index + 1}/${count}`;
    return { name: share.length === 1 ? share[0] : name, files: share, index };
  });
}

function rank({ name, index }) {
  const place = LONGEST.findIndex((folder) => name.startsWith(folder));
  return (place === -1 ? LONGEST.length : place) + index * APART;
}
