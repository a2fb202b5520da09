import { byAffinity } from './affinity.mjs';

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
 * Selects the test files that can reach something that changed since they last passed, the nearest first: of the rules
 * that changed the test of these rules, then those that play whole requests.
 *
 * @param {readonly string[]} tests paths of compiled test files
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {import('./pass-record.mjs').PassRecord} record
 * @returns {Outdated[]}
 */
export function selectOutdated(tests, graph, record) {
  return tests
    .map((test) => {
      const reach = reachOf(test, graph);
      const changed = record.changesSince(test, reach.keys(), (path) => hashOf(path, graph));
      return { test, changed, distance: reach.get(changed[0]) ?? 0 };
    })
    .filter(({ changed }) => changed.length > 0)
    .sort((a, b) => a.distance - b.distance || byAffinity(a, b));
}

/** The contents of everything that these tests can reach, for `PassRecord.save`. */
export function snapshotOf(tests, graph) {
  const paths = new Set(tests.flatMap((test) => [...reachOf(test, graph).keys()]));
  return Object.fromEntries([...paths].map((path) => [path, hashOf(path, graph)]));
}

function reachOf(test, graph) {
  const reach = graph.reach(test);
  for (const path of [...SHARED_FILES, ENVIRONMENT]) if (!reach.has(path)) reach.set(path, 1);
  return reach;
}

function hashOf(path, graph) {
  return path === ENVIRONMENT ? 'present' : graph.hash(path);
}
