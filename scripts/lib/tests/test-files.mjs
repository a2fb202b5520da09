import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow } from '../files.mjs';
import { ROOT } from '../run.mjs';

/** Where compiled tests are. */
export const COMPILED = `${ROOT}.test-build`;
/** Folders whose tests need what only their commands make: npm run test:lab, npm run test:sanitizers. */
const SEPARATE = ['lab/', 'sanitizers/'];
/** How many lines a test file may begin with that say how it is run. */
const MARKS = 2;
/** A test file that cannot share its process, with the reason. */
const OWN_PROCESS = /^\/\/ own process: \S/;
/** A test file that only `npm run test:all` runs, with its part and the reason. */
const LONG_TIER = /^\/\/ test:all (\w[\w-]*): \S/;

/** All test files but those of folders with commands of their own, as paths below `COMPILED`. */
export function listTestFiles() {
  return compiledTests().filter((name) => !SEPARATE.some((folder) => name.startsWith(folder)));
}

/**
 * Test files whose path contains one of these texts, also those of folders with commands of their own.
 *
 * @param {readonly string[]} wanted e.g. `control/consent` or `test/control/consent.test.ts`
 */
export function findTestFiles(wanted) {
  const texts = wanted.map((text) => text.replace(/^test\//, '').replace(/\.ts$/, ''));
  return compiledTests().filter((name) => texts.some((text) => name.includes(text)));
}

/** Whether a test file needs a process of its own. */
export function hasOwnProcess(name) {
  return findMark(name, OWN_PROCESS) !== undefined;
}

/** The part of `npm run test:all` that a test file belongs to; null if `npm test` runs it. */
export function partOf(name) {
  return findMark(name, LONG_TIER)?.[1] ?? null;
}

/** The source of a test file. */
export function sourceOf(name) {
  return `${ROOT}test/${name.replace(/\.js$/, '.ts')}`;
}

function findMark(name, pattern) {
  const lines = readFileSync(sourceOf(name), 'utf8').split('\n', MARKS);
  return lines.map((line) => pattern.exec(line)).find((match) => match !== null);
}

function compiledTests() {
  return filesBelow(COMPILED)
    .map((path) => relative(COMPILED, path).split(sep).join('/'))
    .filter((name) => name.endsWith('.test.js'))
    .sort();
}
