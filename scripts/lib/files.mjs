import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './run.mjs';

/** All files below a folder, as paths from the project's folder on; none if it is not there. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** When a file was written, in milliseconds since the Unix epoch; 0 if it is not there. */
export function writtenAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Whether any of these files is newer than `product`, or `product` is not there. */
export function isStale(product, sources) {
  const built = writtenAt(product);
  return built === 0 || sources.some((source) => writtenAt(source) > built);
}

/** The SHA-256 hash of a text or of bytes, in hex. */
export function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** What these files hold, as one hash. Unlike their times it also tells after a checkout, a copy or a clock set back. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const name of paths.map((path) => relative(ROOT, path)).sort(byCodeUnits)) {
    const path = join(ROOT, name);
    hash
      .update(`${name}\0`)
      .update(existsSync(path) ? readFileSync(path) : 'missing')
      .update('\0');
  }
  return hash.digest('hex');
}

function byCodeUnits(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether something was built from sources of this fingerprint; `stamp` is the file that says so. */
export function isBuiltFrom(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Keeps in `stamp` what something was built from. A new file replaces it: a copied folder may share it by a hard link. */
export function markBuilt(stamp, wanted) {
  rmSync(stamp, { force: true });
  writeFileSync(stamp, wanted);
}

/** Removes compiled files whose source has gone: a test or module that was deleted must not live on. */
export function removeOrphans(outputFolder, sourceFolder) {
  for (const path of filesBelow(outputFolder)) {
    if (path.startsWith(join(outputFolder, 'node_modules'))) continue;
    if (!/\.(?:js|d\.ts)(?:\.map)?$/.test(path)) continue;
    const stem = join(sourceFolder, relative(outputFolder, path).replace(/\.(?:js|d\.ts)(?:\.map)?$/, ''));
    if (!existsSync(`${stem}.ts`) && !existsSync(`${stem}.js`)) rmSync(path);
  }
}
