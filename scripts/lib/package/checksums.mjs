import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../files.mjs';

/** Writes SHA256SUMS of files in a folder, as `sha256sum --check` reads them. @returns the name of its file */
export function writeChecksums(folder, names) {
  const lines = names.map((name) => `${hashOf(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  return 'SHA256SUMS';
}
