import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { isMissingFile } from './text-file.js';

const ROOT = 0;
/** The number of links that a path may lead through, as in Linux. */
const MAX_LINKS = 40;

/** A folder, file or link and the uid of its owner. */
export interface OwnedPart {
  readonly path: string;
  readonly owner: number;
}

/**
 * Finds what somebody other than root owns on the way to a path: each folder from the root on, the links among them, and
 * what those lead through. Its owner can change where the path leads.
 *
 * @param path may be missing, wholly or in part
 * @returns the first such part, or null
 * @throws {NodeJS.ErrnoException} if a part cannot be looked up
 */
export async function findUntrustedPart(path: string): Promise<OwnedPart | null> {
  return findFrom(resolve(path), MAX_LINKS);
}

async function findFrom(path: string, links: number): Promise<OwnedPart | null> {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  for (const count of Array(names.length + 1).keys()) {
    const part = join(root, ...names.slice(0, count));
    const found = await findPart(part);
    if (found === null) return null;
    if (found.uid !== ROOT) return { path: part, owner: found.uid };
    if (!found.isSymbolicLink()) continue;
    // Using the path fails with ELOOP.
    if (links === 0) return null;
    const target = resolve(dirname(part), await readlink(part), ...names.slice(count));
    return findFrom(target, links - 1);
  }
  return null;
}

async function findPart(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}
