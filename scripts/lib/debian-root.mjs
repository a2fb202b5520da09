import { join } from 'node:path';
import { makeOnce } from './cache-folder.mjs';
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
  return makeOnce(folder, (work) => {
    say(`making ${purpose}`);
    const root = join(work, 'root');
    const flags = ['--quiet', '--variant=minbase', '--mode=root', `--include=${packages.join(',')}`];
    run('mmdebstrap', [...flags, release, root, source], hint);
    return root;
  });
}
