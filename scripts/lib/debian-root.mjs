import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './files.mjs';
import { run, say } from './run.mjs';

/**
 * The root of a minimal Debian with some packages, which is made once and kept.
 *
 * @param {object} wanted
 * @param {string} wanted.cache the folder of all such roots
 * @param {string} wanted.release e.g. `bookworm`
 * @param {string} wanted.source where its packages come from, as a line of sources.list
 * @param {readonly string[]} wanted.packages
 * @param {string} wanted.purpose what is said while it is made
 * @param {string} wanted.hint what to do if that fails
 * @returns {string} its folder
 */
export function debianRoot({ cache, release, source, packages, purpose, hint }) {
  const folder = join(cache, hashOf([source, ...packages].join(' ')).slice(0, 16));
  if (existsSync(folder)) return folder;
  say(`making ${purpose}`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'new-'));
  try {
    const flags = ['--quiet', '--variant=minbase', '--mode=root', `--include=${packages.join(',')}`];
    run('mmdebstrap', [...flags, release, join(work, 'root'), source], hint);
    // Only a whole one gets its name.
    renameSync(join(work, 'root'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
