import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';
import { projectPage } from './documents.mjs';
import { makeNpmPackage } from './npm-package.mjs';
import { writeJson } from './write-json.mjs';

const TYPES = `${ROOT}dist/kit/types`;

/**
 * Makes the package `@guildhall/types`: the generated types alone, for programs that use no client library of ours
 * (docs/for-games.md, Types).
 *
 * @param {string} folder is created
 * @param {string} output folder of the package
 * @param {string} version
 * @returns {string} the name of its file
 */
export function makeTypesPackage(folder, output, version) {
  buildTypesTree(folder, version);
  return makeNpmPackage(folder, output);
}

/** Creates the folder that is packed. */
export function buildTypesTree(folder, version) {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(TYPES).filter((name) => name.endsWith('.d.ts'));
  for (const name of files) copyFileSync(join(TYPES, name), join(folder, name));
  copyFileSync(`${ROOT}LICENSE`, join(folder, 'LICENSE'));
  const { license, repository } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const page = projectPage().url;
  writeJson(join(folder, 'package.json'), {
    name: '@guildhall/types',
    version,
    description: 'Types of the RPC, REST and gateway interfaces of Guildhall',
    license,
    repository,
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
    type: 'module',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts' } },
  });
}
