import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../files.mjs';

const NAME = 'SHA256SUMS';

/**
 * Writes SHA256SUMS of files in a folder, as `sha256sum --check` reads them. Files that it had and that are still there remain in
 * it: packages for other systems are made by other runs.
 *
 * @returns the name of its file
 */
export function writeChecksums(folder, made) {
  const names = [...new Set([...listed(folder), ...made])];
  const lines = names.map((name) => `${hashOf(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, NAME), lines.join(''));
  return NAME;
}

function listed(folder) {
  const path = join(folder, NAME);
  if (!existsSync(path)) return [];
  return [...readFileSync(path, 'utf8').matchAll(/^[0-9a-f]{64} {2}(.+)$/gm)]
    .map(([, name]) => name)
    .filter((name) => existsSync(join(folder, name)));
}
