import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** What follows a quote, or the hole of a template, and looks like a path, e.g. of '../x.js' or `./support/${name}.js`. */
const PIECES = /(?<=['"`}])[#@\w./-]+/g;
/** A word without a slash or a dot is a path only in rare files; one of dots alone is none. */
const PATH_LIKE = /^(?=.*[./])(?!\.+$)/;
/** An import whose target is computed. */
const COMPUTED_IMPORT = /\bimport\((?!\s*['"])/;

/**
 * What a module of the project refers to: what it imports, and files and folders it names in any string, relative to
 * itself. A path in a comment counts, too; too much is found rather than too little.
 *
 * @typedef {object} References
 * @property {readonly string[]} files absolute paths
 * @property {readonly string[]} folders absolute paths; all that is below them counts
 * @property {boolean} isOpen it names the project's folder, or computes what it imports: it may read anything
 */

/**
 * @param {string} path of a JavaScript file
 * @param {string} root the project's folder
 * @returns {References}
 */
export function findReferences(path, root) {
  const text = readFileSync(path, 'utf8');
  const files = new Set();
  const folders = new Set();
  let isOpen = COMPUTED_IMPORT.test(text);
  for (const [piece] of text.matchAll(PIECES)) {
    const target = toPath(piece, path, root);
    if (target === null || !existsSync(target)) continue;
    if (!statSync(target).isDirectory()) files.add(target);
    else if (isAtOrAbove(target, root)) isOpen = true;
    else folders.add(target);
  }
  files.delete(path);
  return { files: [...files], folders: [...folders], isOpen };
}

function toPath(piece, path, root) {
  if (piece.startsWith('#guildhall/')) return join(root, 'dist', piece.slice('#guildhall/'.length));
  if (!PATH_LIKE.test(piece) || isAbsolute(piece)) return null;
  const target = resolve(dirname(path), piece);
  return isAtOrAbove(root, target) || isAtOrAbove(target, root) ? target : null;
}

/** Whether `folder` is `path` or holds it. */
function isAtOrAbove(folder, path) {
  const from = relative(folder, path);
  return !from.startsWith('..') && !isAbsolute(from);
}
