import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const FORMAT = 1;

/**
 * Remembers for each test file the contents of what it could reach when it last passed. Kept in a file between runs;
 * one that is damaged or of another format counts as empty, so that every test is outdated.
 */
export class PassRecord {
  #path;
  /** hashes by path, one object for each run that is still referred to */
  #snapshots;
  /** index of the snapshot of each test file's last pass */
  #tests;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
    const { snapshots = [], tests = {} } = read(path);
    this.#snapshots = snapshots;
    this.#tests = new Map(Object.entries(tests));
  }

  /**
   * Which of these files changed since a test last passed; all of them if it never did.
   *
   * @param {string} test
   * @param {Iterable<string>} paths
   * @param {(path: string) => string} hash
   */
  changesSince(test, paths, hash) {
    const snapshot = this.#snapshots[this.#tests.get(test)] ?? {};
    return [...paths].filter((path) => snapshot[path] !== hash(path));
  }

  /**
   * Saves that test files have passed, with the contents of what they reached before they ran.
   *
   * @param {readonly string[]} tests
   * @param {Readonly<Record<string, string>>} snapshot hashes by path
   */
  save(tests, snapshot) {
    this.#snapshots.push(snapshot);
    for (const test of tests) this.#tests.set(test, this.#snapshots.length - 1);
    const used = [...new Set(this.#tests.values())];
    const record = {
      format: FORMAT,
      snapshots: used.map((index) => this.#snapshots[index]),
      tests: Object.fromEntries([...this.#tests].map(([test, index]) => [test, used.indexOf(index)])),
    };
    // At once: a run that is interrupted here must not damage what others recorded.
    writeFileSync(`${this.#path}.new`, JSON.stringify(record));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function read(path) {
  if (!existsSync(path)) return {};
  try {
    const record = JSON.parse(readFileSync(path, 'utf8'));
    return record.format === FORMAT ? record : {};
  } catch {
    return {};
  }
}
