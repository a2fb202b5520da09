import { relative, sep } from 'node:path';
import { filesBelow } from '../files.mjs';
import { ROOT } from '../run.mjs';

/** Where compiled tests are. */
export const COMPILED = `${ROOT}.test-build`;
/** Folders with commands of their own: npm run test:lab, npm run test:sanitizers. */
const SEPARATE = ['lab', 'sanitizers'];
/** Tests of sound in real time, which anything else that runs would interrupt. */
const REAL_TIME = 'sound/';
/** The longest one test file may take, in milliseconds: several times what it takes on a busy machine. */
const TIMEOUT = 600_000;
/**
 * Files that take longest, with the longest first: begun last, one of them would keep a single processor busy at the
 * end. Some wait for deadlines of the daemon for most of it. A file that is not listed takes less than any of these.
 */
const LONGEST = [
  ...[
    'faults/driver-deaths',
    'faults/cluster-faults',
    'browser/console',
    'native/windows-sources',
    'audit/audit',
    'native/cores',
  ],
  ...[
    'system/vendor-reports',
    'system/console-opening',
    'browser/authorize-page',
    'browser/application-icons',
  ],
  ...[
    'scripts/package/packages',
    'scripts/selection-is-sound',
    'rpc/proxy-seats',
    'rpc/unauthenticated',
    'hardware/audio',
    'rpc/attacks',
  ],
  ...[
    'system/shortcuts',
    'system/no-display',
    'daemon/faults',
    'hardware/supervision',
    'browser/consent-dialog',
  ],
  ...['system/frame-floods', 'rpc/fuzz', 'daemon/accounts', 'clients/discord-rpc', 'scripts/examples'],
  ...['bench/rows', 'daemon/other-users', 'daemon/daemon', 'hardware/hid', 'faults/kill-during-changes'],
].map((name) => `${name}.test.js`);

/** The test files of `npm test` as paths below `COMPILED`, with the longest first. */
export function listTestFiles() {
  return compiledTests().filter((name) => !SEPARATE.includes(name.split('/')[0]));
}

/**
 * Test files whose path holds one of these texts, also those of folders with commands of their own.
 *
 * @param {readonly string[]} wanted e.g. `control/consent` or `test/control/consent.test.ts`
 */
export function findTestFiles(wanted) {
  const texts = wanted.map((text) => text.replace(/^test\//, '').replace(/\.ts$/, ''));
  return compiledTests().filter((name) => texts.some((text) => name.includes(text)));
}

/**
 * A test file as a job.
 *
 * @param {string} name path below `COMPILED`
 * @param {readonly string[]} flags of Node's test runner, e.g. `--test-name-pattern=revoke`
 * @returns {import('./job-pool.mjs').Job}
 */
export function toJob(name, flags = []) {
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', '--test-reporter=spec', ...flags, `${COMPILED}/${name}`],
    timeout: TIMEOUT,
    isAlone: name.startsWith(REAL_TIME),
  };
}

function compiledTests() {
  return filesBelow(COMPILED)
    .map((path) => relative(COMPILED, path).split(sep).join('/'))
    .filter((name) => name.endsWith('.test.js'))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function rank(name) {
  const index = LONGEST.indexOf(name);
  return index === -1 ? LONGEST.length : index;
}
