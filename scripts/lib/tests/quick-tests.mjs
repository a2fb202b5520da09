import { ROOT } from '../run.mjs';
import { ImportGraph } from '../selection/import-graph.mjs';
import { PassRecord } from '../selection/pass-record.mjs';
import { selectOutdated, snapshotOf } from '../selection/select-outdated.mjs';
import { COMPILED } from './test-files.mjs';

const PREFIX = '.test-build/';
const RECORD = `${COMPILED}/.passed.json`;
/**
 * Tests that read bundles, or start programs of the project, browsers, displays, sound servers or compilers. They are in
 * `npm test` alone, and can be named: `npm test -- daemon/faults`.
 */
const SLOW = [
  ...['audit/', 'browser/', 'clients/', 'daemon/', 'faults/', 'scripts/', 'sound/', 'system/'],
  ...['cli/completion', 'cli/failures', 'cli/home-owner', 'cli/start-json'],
  ...['architecture/bundles', 'bench/rows', 'kit/types', 'native/exercises'],
];
/** Helpers that start them for the tests that use these helpers. */
const STARTERS = [
  'api/support/api-process',
  'cluster/support/node-process',
  ...['mocked-hid', 'sound-server', 'wayland-compositor', 'x-server'].map(
    (name) => `hardware/support/${name}`,
  ),
  ...['helpers/chromium', 'helpers/daemon', 'platform/support/session-bus'],
].map((name) => toPath(`${name}.js`));

/** The record of which test files passed with which contents, for one run. */
export class RunRecord {
  #graph = new ImportGraph(ROOT);
  #record = new PassRecord(RECORD);
  #snapshot = {};
  #passed = [];

  /** Those of these test files that need no system packages and start no daemon. */
  listQuick(names) {
    return names.filter((name) => {
      if (SLOW.some((prefix) => name.startsWith(prefix))) return false;
      const reach = this.#graph.reach(toPath(name));
      return !STARTERS.some((starter) => reach.has(starter));
    });
  }

  /**
   * Takes note of what these test files can reach, before they run: a source that is saved meanwhile is not what they
   * passed with.
   *
   * @param {readonly string[]} names
   */
  begin(names) {
    this.#snapshot = snapshotOf(names.map(toPath), this.#graph);
  }

  /** Which of these test files can reach something that changed since they last passed; those that most likely see it first. */
  findOutdated(names) {
    const outdated = selectOutdated(names.map(toPath), this.#graph, this.#record);
    return outdated.map(({ test, ...rest }) => ({ name: test.slice(PREFIX.length), ...rest }));
  }

  /** Takes note that a test file has passed. */
  add(name) {
    this.#passed.push(toPath(name));
  }

  save() {
    if (this.#passed.length > 0) this.#record.save(this.#passed, this.#snapshot);
  }
}

function toPath(name) {
  return `${PREFIX}${name}`;
}
