import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { isMissingFile } from './text-file.js';

const ROOT = 0;
/** Write access of the group and of others. */
const BY_OTHERS = 0o022;
/** The number of links that a path may lead through, as in Linux. */
const MAX_LINKS = 40;

/** A folder, file or link and the uid of its owner. */
export interface OwnedPart {
  readonly path: string;
  readonly owner: number;
}

/** A folder, file or link on the way to a path. */
export interface PathPart {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
  readonly isLink: boolean;
}

/**
 * Finds what belongs to others on the way to a path. Its owner can change where the path leads.
 *
 * @param path may be missing, wholly or in part
 * @param trusted the uids of those to whom it may belong
 * @returns the first such part, or null
 * @throws {NodeJS.ErrnoException} if a part cannot be looked up
 */
export async function findUntrustedPart(
  path: string,
  trusted: ReadonlySet<number>,
): Promise<OwnedPart | null> {
  for await (const part of partsOf(path)) {
    if (!trusted.has(part.uid)) return { path: part.path, owner: part.uid };
  }
  return null;
}

/** Whether only root can have put there what a path leads to, whichever user owns it, e.g. a folder below /var/lib. */
export async function isPlacedByRoot(path: string): Promise<boolean> {
  let above: PathPart | null = null;
  for await (const part of partsOf(path)) {
    if (above !== null && !isChangedByRootAlone(above)) return false;
    above = part;
  }
  return true;
}

function isChangedByRootAlone({ uid, mode, isLink }: PathPart): boolean {
  return uid === ROOT && (isLink || (mode & BY_OTHERS) === 0);
}

/**
 * Looks up each folder from the root on to a path, the links among them, and what those lead through.
 *
 * @param path if it is missing, there are those parts that exist
 * @throws {NodeJS.ErrnoException} if a part cannot be looked up
 */
export function partsOf(path: string): AsyncGenerator<PathPart> {
  return partsFrom(resolve(path), MAX_LINKS);
}

async function* partsFrom(path: string, links: number): AsyncGenerator<PathPart> {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  for (const count of Array(names.length + 1).keys()) {
    const part = join(root, ...names.slice(0, count));
    const found = await findPart(part);
    if (found === null) return;
    const isLink = found.isSymbolicLink();
    yield { path: part, uid: found.uid, gid: found.gid, mode: found.mode, isLink };
    if (!isLink) continue;
    // Using the path fails with ELOOP.
    if (links === 0) return;
    const target = await readlink(part);
    const start = isAbsolute(target) ? [] : [dirname(part)];
    // Not `resolve`: a `..` after a link leads above where that leads.
    yield* partsFrom([...start, target, ...names.slice(count)].join(sep), links - 1);
    return;
  }
}

async function findPart(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}
