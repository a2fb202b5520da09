import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../run.mjs';
import { writeJson } from './write-json.mjs';

/**
 * What a package contains of the packages that are not in the bundle (docs/adr/0026), because they have native code or
 * WebAssembly: the files that run, and licenses. `replacement` is a file of ours that takes a package's place.
 *
 * @typedef {{ name: string, files?: readonly string[], needs?: readonly string[], replacement?: string }} Vendored
 * @type {readonly Vendored[]}
 */
export const VENDORED = [
  {
    name: 'sqlite3',
    files: ['LICENSE', 'lib/sqlite3.js', 'lib/sqlite3-binding.js', 'lib/trace.js'],
    needs: ['bindings'],
  },
  { name: 'naudiodon', files: ['LICENSE', 'index.js'], needs: ['bindings', 'segfault-handler'] },
  {
    name: 'node-hid',
    files: ['LICENSE-bsd.txt', 'hidapi/LICENSE-bsd.txt', 'nodehid.js', 'binding-options.js', 'prebuilds'],
    needs: ['pkg-prebuilds'],
  },
  { name: 'pkg-prebuilds', files: ['LICENSE', 'bindings.js', 'lib'] },
  { name: 'uiohook-napi', files: ['LICENSE', 'dist', 'prebuilds'], needs: ['node-gyp-build'] },
  { name: 'node-gyp-build', files: ['LICENSE', 'index.js', 'node-gyp-build.js'] },
  { name: 'opusscript', files: ['LICENSE', 'index.js', 'build'] },
  // The programs have it in their bundle; the client library has not.
  { name: 'ws', files: ['LICENSE', 'index.js', 'wrapper.mjs', 'browser.js', 'lib'] },
  { name: 'bindings', replacement: 'bindings.cjs' },
  { name: 'segfault-handler', replacement: 'segfault-handler.cjs' },
];

/** What a manifest keeps. Without scripts nothing is compiled or downloaded during an installation. */
const KEPT = [
  'name',
  'version',
  'description',
  'license',
  'homepage',
  'repository',
  'main',
  'imports',
  'exports',
];
const CONTENTS = fileURLToPath(new URL('contents/', import.meta.url));
/** Types and source maps, which nothing reads that runs. */
const NEEDLESS = /\.(?:d\.ts|map|ts)$/;

/**
 * Copies the vendored packages into `node_modules` of a folder.
 *
 * @param {(path: string) => boolean} isForPlatforms whether a file is for one of the platforms of the package
 */
export function copyVendored(folder, isForPlatforms) {
  for (const vendored of VENDORED) {
    const target = join(folder, 'node_modules', vendored.name);
    mkdirSync(target, { recursive: true });
    if (vendored.replacement === undefined) copyOriginal(vendored, target, isForPlatforms);
    else copyReplacement(vendored, target);
  }
}

/** The installed version of a package. */
export function versionOf(name) {
  return readManifest(name).version;
}

function copyOriginal({ name, files, needs = [] }, target, isForPlatforms) {
  const manifest = readManifest(name);
  writeJson(join(target, 'package.json'), { ...pickFields(manifest, KEPT), dependencies: versionsOf(needs) });
  for (const file of files) {
    const path = join(target, file);
    mkdirSync(dirname(path), { recursive: true });
    cpSync(`${ROOT}node_modules/${name}/${file}`, path, {
      recursive: true,
      filter: (source) => !NEEDLESS.test(source) && isForPlatforms(source),
    });
  }
}

function copyReplacement({ name, replacement }, target) {
  const version = versionOf(name);
  writeJson(join(target, 'package.json'), { name, version, license: 'MIT', main: 'index.js' });
  writeFileSync(join(target, 'index.js'), readFileSync(join(CONTENTS, replacement)));
}

/** Those of the fields that a manifest has. */
export function pickFields(manifest, names) {
  return Object.fromEntries(names.filter((name) => name in manifest).map((name) => [name, manifest[name]]));
}

/** Exact versions by name, as dependencies of a manifest. */
export function versionsOf(names) {
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

function readManifest(name) {
  return JSON.parse(readFileSync(`${ROOT}node_modules/${name}/package.json`, 'utf8'));
}
