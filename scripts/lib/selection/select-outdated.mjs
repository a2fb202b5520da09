import { sortByRelevance } from './relevance.mjs';

/** What each test depends on besides files: another Node.js may behave differently. */
const ENVIRONMENT = `node ${process.version} ${process.platform}-${process.arch}`;
/** Files that every test depends on: the versions of packages. */
const SHARED_FILES = ['package-lock.json', 'package.json'];

/**
 * A test file that can reach something that changed since it last passed.
 *
 * @typedef {object} Outdated
 * @property {string} test
 * @property {readonly string[]} changed paths, the nearest first
 * @property {number} distance imports from the test to the nearest of them
 */

/**
 * Selects the test files that can reach something that changed since they last passed, those that most likely see it first: of
 * the rules that changed the test of these rules, then those that send such requests to a whole service.
 *
 * @param {readonly string[]} tests paths of compiled test files
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {import('./pass-record.mjs').PassRecord} record
 * @returns {Outdated[]}
 */
export function selectOutdated(tests, graph, record) {
  const outdated = tests
    .map((test) => {
      const changed = record.changesSince(test, dependenciesOf(test, graph), (path) => hashOf(path, graph));
      return { test, changed, distance: graph.reach(test).get(changed[0]) ?? 1 };
    })
    .filter(({ changed }) => changed.length > 0);
  return sortByRelevance(outdated, (test) => graph.text(test));
}

/** The contents of everything that these tests can reach, for `PassRecord.save`. */
export function snapshotOf(tests, graph) {
  const paths = new Set(tests.flatMap((test) => dependenciesOf(test, graph)));
  return Object.fromEntries([...paths].map((path) => [path, hashOf(path, graph)]));
}

/** The nearest first. */
function dependenciesOf(test, graph) {
  return [...graph.reach(test).keys(), ...SHARED_FILES, ENVIRONMENT];
}

function hashOf(path, graph) {
  return path === ENVIRONMENT ? 'present' : graph.hash(path);
}
