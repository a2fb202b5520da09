import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders } from '../bundle/license-notices.mjs';
import { hashOf } from '../files.mjs';
import { ROOT } from '../run.mjs';
import { compiledIn } from './compiled-in.mjs';
import { VENDORED } from './vendored.mjs';
import { writeJson } from './write-json.mjs';

const METAFILE = `${ROOT}dist/bundle/metafile.json`;
/** Licenses of packages that are an expression of SPDX, such as `(MIT OR Apache-2.0)`. */
const EXPRESSION = / (?:AND|OR|WITH) /;

/**
 * Writes the list of what is in the packages (CycloneDX 1.5): the packages that were bundled or copied, and the libraries
 * that are compiled into native modules. It is made of what is inside: `npm sbom` lists what the project depends on, and
 * leaves out packages that are needed for development, too.
 *
 * @param {string} folder of the file
 * @param {string} stem of the name of the file
 * @param {{ version: string, date: Date, libraries?: readonly { name: string, version: string }[] }} release `libraries`: the
 *   system has none, so the package does
 * @returns {string} the name of the file
 */
export function writeSbom(folder, stem, { version, date, libraries = [] }) {
  const components = [...listPackageFolders().map(toComponent), ...compiledIn(libraries)];
  const name = `${stem}.cdx.json`;
  writeJson(join(folder, name), {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: serialNumber(version, components),
    version: 1,
    metadata: {
      timestamp: date.toISOString(),
      component: {
        'bom-ref': `guildhall@${version}`,
        type: 'application',
        name: 'guildhall',
        version,
        purl: `pkg:npm/guildhall@${version}`,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
  });
  return name;
}

/** The folders of the packages that were bundled or copied. Those with a replacement of ours are not in it. */
function listPackageFolders() {
  const { inputs } = JSON.parse(readFileSync(METAFILE, 'utf8'));
  const copied = VENDORED.filter(({ replacement }) => replacement === undefined);
  const bundled = packageFolders(Object.keys(inputs));
  return [...new Set([...bundled, ...copied.map(({ name }) => `node_modules/${name}`)])];
}

function toComponent(folder) {
  const { name, version, license, description } = readJson(`${folder}/package.json`);
  const { integrity } = readJson('package-lock.json').packages[folder] ?? {};
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    ...(description && { description }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: sha512Of(integrity) }] }),
    licenses: [EXPRESSION.test(license) ? { expression: license } : { license: { id: license } }],
  };
}

/** The hash of the published package, of which the lockfile has the base64 form. */
function sha512Of(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

function readJson(path) {
  return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'));
}

/** A UUID (version 8) that the same contents have again. */
function serialNumber(version, components) {
  const hash = hashOf(JSON.stringify([version, components]));
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return `urn:uuid:${parts.join('-')}-${hash.slice(20, 32)}`;
}
