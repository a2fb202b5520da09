import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesBelow } from '../files.mjs';
import { findReferences } from './references.mjs';

/** Folders whose files anything may read that may read anything. */
const PROJECT_FOLDERS = ['dist/', 'docs/', 'examples/', 'kits/', 'native/', 'scripts/', 'src/', 'test/'];
const IS_MODULE = /\.m?js$/;
/**
 * What is recreated of other files that count: bundles, the reference, source maps, and records of builds and runs. They differ
 * after a change elsewhere, and would make everything that lists their folder outdated.
 */
const DERIVED =
  /^dist\/(?:bundle|kit\/reference|node_modules)\/|^dist\/kit\/guildhall-client\.mjs$|\.js\.map$|\/\.(?:built|code-caches|passed\.json|tsbuildinfo)$/;

/** Whether a path is of a file that is generated from others, which count in its place. */
export const isDerived = (path) => DERIVED.test(path);

/** Which files and folders of the project each of its modules depends on, as paths from the project's folder on. */
export class ImportGraph {
  #root;
  #next = new Map();
  #folders = new Map();
  #hashes = new Map();
  #reached = new Map();

  /** @param {string} root the project's folder */
  constructor(root) {
    this.#root = root;
  }

  /**
   * All files and folders that a module can reach, the nearest first, and how many steps away they are; itself with 0.
   *
   * @param {string} start e.g. `.test-build/rpc/seats.test.js`
   * @returns {ReadonlyMap<string, number>}
   */
  reach(start) {
    const known = this.#reached.get(start);
    if (known !== undefined) return known;
    const steps = new Map([[start, 0]]);
    // A Map's iteration visits what is added to it meanwhile: the nearest first.
    for (const [path, distance] of steps) {
      for (const next of this.#nextOf(path)) {
        if (!steps.has(next)) steps.set(next, distance + 1);
      }
    }
    this.#reached.set(start, steps);
    return steps;
  }

  /** A hash of a file's contents, or of the names below a folder (`docs/`); the empty string if it is not there. */
  hash(path) {
    const known = this.#hashes.get(path);
    if (known !== undefined) return known;
    const hash = this.#read(path);
    this.#hashes.set(path, hash);
    return hash;
  }

  /** The text of a file; empty if it is not there. */
  text(path) {
    return readFileIfExists(join(this.#root, path))?.toString() ?? '';
  }

  #read(path) {
    const contents = path.endsWith('/')
      ? this.#filesOf(path).join('\n')
      : readFileIfExists(join(this.#root, path));
    return contents === null ? '' : createHash('sha1').update(contents).digest('base64');
  }

  #nextOf(path) {
    if (path.endsWith('/')) return this.#filesOf(path);
    if (!IS_MODULE.test(path)) return [];
    const known = this.#next.get(path);
    if (known !== undefined) return known;
    const { files, folders, isOpen } = findReferences(join(this.#root, path), this.#root);
    const all = [
      ...files.map((file) => this.#relative(file)),
      ...folders.map((folder) => `${this.#relative(folder)}/`),
      ...(isOpen ? [...PROJECT_FOLDERS, ...this.#filesAtRoot()] : []),
    ];
    const next = all.filter((each) => !isDerived(each));
    this.#next.set(path, next);
    return next;
  }

  #filesOf(folder) {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const files = filesBelow(join(this.#root, folder)).map((file) => this.#relative(file));
    const sources = files.filter((file) => !isDerived(file)).sort();
    this.#folders.set(folder, sources);
    return sources;
  }

  #filesAtRoot() {
    return readdirSync(this.#root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  }

  #relative(file) {
    return relative(this.#root, file).split(sep).join('/');
  }
}

function readFileIfExists(path) {
  return existsSync(path) ? readFileSync(path) : null;
}
