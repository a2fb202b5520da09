import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from '../files.mjs';
import { StepError } from '../run.mjs';

/**
 * The scenarios of the lab that are wanted. Each folder below test/lab/guest is one, with a machine of its own. If it has
 * folders itself, each of them holds the tests of one boot, in the order of their names, and a disk keeps what changes
 * from boot to boot; otherwise the machine boots once, without a disk.
 *
 * @param {string} guest the compiled folder test/lab/guest
 * @param {string[]} wanted texts that the path of a test file contains one of; empty: all. Of a scenario with several
 *   boots all tests run, because they build on each other.
 * @returns {{scenarios: {name: string, boots: string[], hasDisk: boolean}[], files: string[]}} the scenarios, and the
 *   paths of the test files that run
 */
export function selectScenarios(guest, wanted) {
  const scenarios = [];
  const files = [];
  for (const name of foldersOf(guest)) {
    const boots = foldersOf(join(guest, name)).map((boot) => `${name}/${boot}`);
    const hasDisk = boots.length > 0;
    const tests = filesBelow(join(guest, name)).filter((path) => path.endsWith('.guest.js'));
    const matching = tests.filter((path) => isWanted(relative(guest, path), wanted));
    if (matching.length === 0) continue;
    scenarios.push({ name, boots: hasDisk ? boots : [name], hasDisk });
    files.push(...(hasDisk ? tests : matching));
  }
  if (files.length === 0) throw new StepError(`no test of the lab matches ${wanted.join(' ')}`);
  return { scenarios, files };
}

function isWanted(path, wanted) {
  return wanted.length === 0 || wanted.some((text) => path.includes(text));
}

function foldersOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
