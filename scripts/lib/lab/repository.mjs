import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadPackage, readPackageFields } from './debian.mjs';

/**
 * Makes a repository that apt can use without a network (`deb [trusted=yes] file:FOLDER ./`).
 *
 * @param {readonly string[]} packages are downloaded, without what they depend on
 * @param {string} folder is created
 */
export function makeRepository(packages, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of packages) downloadPackage(name, folder);
  for (const file of readdirSync(folder)) {
    // An epoch in a version is quoted in the name of its file, which apt would quote once more.
    const [name] = file.split('_');
    renameSync(join(folder, file), join(folder, `${name}.deb`));
  }
  const entries = readdirSync(folder).map((file) => describe(join(folder, file), file));
  writeFileSync(join(folder, 'Packages'), entries.join('\n'));
}

/** The entry of a package in the index of a repository. */
function describe(path, file) {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  return `${readPackageFields(path)}Filename: ./${file}\nSize: ${statSync(path).size}\nSHA256: ${hash}\n`;
}
