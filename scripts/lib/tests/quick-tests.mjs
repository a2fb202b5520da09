import { ROOT } from '../run.mjs';
import { ImportGraph } from '../selection/import-graph.mjs';
import { PassRecord } from '../selection/pass-record.mjs';
import { selectOutdated, snapshotOf } from '../selection/select-outdated.mjs';
import { COMPILED } from './test-files.mjs';

const PREFIX = '.test-build/';
const RECORD = `${COMPILED}/.passed.json`;
/**
 * Tests that start daemons, browsers, displays, sound servers or compilers. They are in `npm test` alone, and can be
 * named: `npm test -- daemon/faults`.
 */
const SLOW = [
  ...['audit/', 'browser/', 'clients/', 'daemon/', 'faults/', 'scripts/', 'sound/', 'system/'],
  ...['bench/rows', 'native/cores', 'native/exercises', 'native/windows-sources'],
];

/** Whether a test file needs no system packages and starts no daemon. */
export function isQuick(name) {
  return !SLOW.some((prefix) => name.startsWith(prefix));
}

/** The record of which test files passed with which contents, for one run. */
export class RunRecord {
  #graph = new ImportGraph(ROOT);
  #record = new PassRecord(RECORD);
  #snapshot = {};
  #passed = [];

  /**
   * Takes note of what these test files can reach, before they run: a source that is saved meanwhile is not what they
   * passed with.
   *
   * @param {readonly string[]} names
   */
  begin(names) {
    this.#snapshot = snapshotOf(names.map(toPath), this.#graph);
  }

  /** Which of these test files can reach something that changed since they last passed; the nearest first. */
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
