import { lstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Modes with which the group or everybody may write. */
const BY_OTHERS = 0o022;

/**
 * Reads a file that nobody else can have written: it and the folders above it, up to a given one, belong to this user,
 * are writable by nobody else, and are not links. Windows has no such modes; there a person's cache is in their profile.
 *
 * @param {string} path
 * @param {string} root the last folder that is checked
 * @returns {Buffer | null} null if there is none, or if somebody else could have written it
 */
export function readTrusted(path, root) {
  for (let part = path; part.length >= root.length; part = dirname(part)) if (!isOwn(part)) return null;
  return readFileSync(path);
}

function isOwn(path) {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return false;
  if (process.getuid === undefined) return true;
  return status.uid === process.getuid() && (status.mode & BY_OTHERS) === 0;
}
