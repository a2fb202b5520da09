import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

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

/** Removes compiled files whose source has gone: a test or module that was deleted must not live on. */
export function removeOrphans(outputFolder, sourceFolder) {
  for (const path of filesBelow(outputFolder)) {
    if (!/\.(?:js|d\.ts)(?:\.map)?$/.test(path)) continue;
    const stem = join(sourceFolder, relative(outputFolder, path).replace(/\.(?:js|d\.ts)(?:\.map)?$/, ''));
    if (!existsSync(`${stem}.ts`) && !existsSync(`${stem}.js`)) rmSync(path);
  }
}
