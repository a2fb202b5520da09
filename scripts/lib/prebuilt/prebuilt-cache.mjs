import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.mjs';
import { hashOf, writtenAt } from '../files.mjs';
import { listLoadedFiles, OUTPUT } from './loaded-files.mjs';
import { readTrusted } from './read-trusted.mjs';

const { platformName } = createRequire(import.meta.url)('../package/contents/load-prebuilt.cjs');

/** The file of an entry with the hash of each other file. */
const CHECKSUMS = 'checksums.json';
/** Of how many sources modules are kept, those that were used last. */
const KEPT = 10;

/**
 * Native modules that were compiled before on this machine, so that another checkout of the same sources need not compile
 * them again. An entry is used only if nobody else could have written it and it is undamaged.
 */
export class PrebuiltCache {
  #folder;
  #root;

  /**
   * @param {string} sources identifies what modules are compiled from
   * @param {string} [root] the folder of all entries
   */
  constructor(sources, root = cacheFolder('guildhall/prebuilt')) {
    const id = hashOf(`${sources}\0${target()}`);
    this.#root = root;
    this.#folder = join(root, id.slice(0, 32));
  }

  /** Whether it has any modules of these sources; they may be damaged. */
  exists() {
    return existsSync(this.#folder);
  }

  /**
   * Copies the modules of a package to where node-gyp would leave them.
   *
   * @param {string} name of the package
   * @param {string} folder of the package
   * @returns {boolean} whether there were any
   */
  restore(name, folder) {
    const files = this.#read(name);
    if (files === null) return false;
    const output = join(folder, OUTPUT);
    mkdirSync(output, { recursive: true });
    for (const [file, content] of files) {
      replaceFile(join(output, file), content);
    }
    const now = new Date();
    utimesSync(this.#folder, now, now);
    return true;
  }

  /** Keeps the modules that were compiled in a package's folder, if there are any. A cache that cannot be written is left out. */
  save(name, folder) {
    const output = join(folder, OUTPUT);
    const files = listLoadedFiles(output);
    if (files.length === 0) return;
    try {
      this.#write(name, output, files);
    } catch {
      // It would only have saved time.
    }
  }

  #read(name) {
    const entry = join(this.#folder, encodeURIComponent(name));
    const hashes = parseChecksums(readTrusted(join(entry, CHECKSUMS), this.#root));
    if (hashes === null) return null;
    const files = Object.entries(hashes).map(([file, hash]) => {
      const content = readTrusted(join(entry, file), this.#root);
      return content !== null && hashOf(content) === hash ? [file, content] : null;
    });
    return files.includes(null) ? null : files;
  }

  #write(name, output, files) {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#removeOldest();
    const work = mkdtempSync(join(this.#folder, 'new-'));
    try {
      for (const file of files) copyFileSync(join(output, file), join(work, file));
      const hashes = files.map((file) => [file, hashOf(readFileSync(join(work, file)))]);
      writeFileSync(join(work, CHECKSUMS), JSON.stringify(Object.fromEntries(hashes)));
      const entry = join(this.#folder, encodeURIComponent(name));
      rmSync(entry, { recursive: true, force: true });
      renameSync(work, entry);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }

  #removeOldest() {
    const folders = readdirSync(this.#root).map((name) => join(this.#root, name));
    const oldest = folders.sort((a, b) => writtenAt(b) - writtenAt(a)).slice(KEPT);
    for (const folder of oldest) rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves no half of a file, which would count as built, and does not write into one that a checkout shares by a hard link. */
function replaceFile(path, content) {
  const unfinished = `${path}.${process.pid}.new`;
  try {
    writeFileSync(unfinished, content, { mode: 0o755 });
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** @returns null if there are none, or they were cut off, e.g. by a full disk */
function parseChecksums(text) {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** What modules are compiled for: a home may be shared by machines. */
function target() {
  const { header } = process.report.getReport();
  return `${platformName()} abi-${process.versions.modules} glibc-${header.glibcVersionRuntime}`;
}
