import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { addonSources } from '../../addon-sources.mjs';
import { cacheFolder } from '../../cache-folder.mjs';
import { filesBelow, hashOf, isBuiltFrom, markBuilt } from '../../files.mjs';
import { nodeHeaders } from '../../node-headers.mjs';
import { OUTPUT } from '../../prebuilt/loaded-files.mjs';
import { PrebuiltCache } from '../../prebuilt/prebuilt-cache.mjs';
import { ROOT, StepError } from '../../run.mjs';
import { runTogether } from '../../run-together.mjs';
import { markPrebuilt, UIOHOOK } from '../native-modules.mjs';
import { debianSource } from './debian-source.mjs';

/** The platform, as `prebuilds/load.cjs` names it. */
export const WINDOWS = 'win32-x64';

const TOOLS = 'x86_64-w64-mingw32';
/** Those of its compilers that have std::thread. */
export const COMPILERS = { c: `${TOOLS}-gcc-posix`, cc: `${TOOLS}-g++-posix` };
export const IMPORT_TOOL = `${TOOLS}-dlltool`;

/** Where it is compiled: what has not changed is not compiled again. */
const WORK = `${ROOT}.windows-build`;
const MODULES = `${ROOT}node_modules`;
const HINT = 'Native code could not be compiled for Windows; see the compiler messages above.';

/**
 * Something that is compiled and linked: a module of Node-API or a library.
 *
 * @typedef {object} Target
 * @property {string} name also of its folder
 * @property {string} file what is linked, e.g. `guildhall.node`
 * @property {readonly string[]} sources absolute paths
 * @property {readonly string[]} flags of the compiler
 * @property {readonly string[]} libraries flags of the linker
 * @property {readonly string[]} [copies] files of others that it loads from its folder
 * @property {readonly string[]} inputs absolute paths of the files that it is compiled from, with headers
 */

/**
 * Compiles all native modules for Windows with mingw-w64, and collects them with those that packages of others ship for it.
 * What was compiled from the same sources before is taken from the cache.
 *
 * @param {string} output the folder of all platforms
 * @returns {Promise<{ prebuilt: import('../native-modules.mjs').Prebuilt, libraries: import('./debian-source.mjs').DebianSource[] }>}
 *   `libraries`: those whose DLLs are among the files, for their licenses
 */
export async function crossCompile(output) {
  const libraries = ['opus', 'speexdsp'].map((name) => debianSource(name));
  const targets = [addon(), sqlite3(), naudiodon(), opus(libraries[0]), speexdsp(libraries[1])];
  await compile(targets);
  const folder = join(output, WINDOWS);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const target of targets)
    for (const name of readdirSync(outputOf(target)))
      copyFileSync(join(outputOf(target), name), join(folder, name));
  copyFileSync(`${MODULES}/uiohook-napi/prebuilds/${WINDOWS}/${UIOHOOK}`, join(folder, UIOHOOK));
  markPrebuilt(folder, null);
  return { prebuilt: { name: WINDOWS, folder, glibc: null }, libraries };
}

async function compile(targets) {
  const folderOf = ({ name }) => join(WORK, name);
  // Before it is compiled: sources may change meanwhile.
  const caches = new Map(
    targets.map((target) => [
      target,
      new PrebuiltCache(keyOf(target), cacheFolder('guildhall/prebuilt-windows')),
    ]),
  );
  const missing = targets.filter((target) => {
    rmSync(outputOf(target), { recursive: true, force: true });
    return !caches.get(target).restore(target.name, folderOf(target));
  });
  if (missing.length === 0) return;
  mkdirSync(WORK, { recursive: true });
  for (const target of missing) forgetOtherRules(target);
  const makefile = join(WORK, 'Makefile');
  writeFileSync(makefile, makefileText(missing));
  const jobs = availableParallelism();
  // One make for all, so that no more compilers run than there are processors.
  await runTogether('compiling', [
    {
      name: `${missing.map(({ name }) => name).join(', ')} for Windows`,
      command: 'make',
      args: ['--silent', `--jobs=${jobs}`, `--directory=${WORK}`, '--file', makefile],
      hint: HINT,
    },
  ]);
  for (const target of missing) caches.get(target).save(target.name, folderOf(target));
}

/**
 * What decides the result of a target: its files, how they are compiled and linked, the compiler, and for modules the headers of
 * Node.js.
 *
 * @param {Target} target
 */
export function keyOf(target) {
  const headers = isModule(target) ? process.versions.node : '';
  const files = target.inputs.map((path) => hashOf(readFileSync(path))).sort();
  return [portableRules(target), compilerVersion(), headers, ...files].join('\n');
}

/** Its part of the makefile, in any folder the same. */
function portableRules(target) {
  return rulesOf(target).replaceAll(ROOT, '').replaceAll(cacheFolder(''), '');
}

/** make compiles again what has changed, and does not know of other flags. */
function forgetOtherRules(target) {
  const folder = join(WORK, target.name);
  const stamp = join(folder, 'rules');
  if (isBuiltFrom(stamp, rulesOf(target))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  markBuilt(stamp, rulesOf(target));
}

function isModule({ file }) {
  return file.endsWith('.node');
}

function outputOf({ name }) {
  return join(WORK, name, OUTPUT);
}

function makefileText(targets) {
  const outputs = targets.map((target) => join(outputOf(target), target.file));
  return [
    '.DELETE_ON_ERROR:',
    'SHELL := /bin/sh',
    `all: ${outputs.join(' ')}`,
    ...targets.map(rulesOf),
    '',
  ].join('\n');
}

function rulesOf(target) {
  const { name, file, sources, flags, libraries, copies = [] } = target;
  const objects = sources.map((source) => [objectOf(name, source), source]);
  const all = objects.map(([object]) => object).join(' ');
  const folder = outputOf(target);
  const node = join(WORK, name, 'libnode.a');
  const link = [
    ...[COMPILERS.cc, '-shared', '-static', '-s', '-Wl,--no-insert-timestamp', '-o', '$@', all],
    ...(isModule(target) ? [node] : []),
    ...libraries,
  ];
  return [
    `${join(folder, file)}: ${all}${isModule(target) ? ` ${node}` : ''}`,
    `\t@mkdir -p ${folder}`,
    ...copies.map((copy) => `\t@cp ${copy} ${folder}/`),
    `\t@${link.join(' ')}`,
    ...(isModule(target) ? nodeRules(node, all) : []),
    ...objects.flatMap(([object, source]) => [
      `${object}: ${source}`,
      `\t@mkdir -p $(@D)`,
      `\t@${source.endsWith('.c') ? COMPILERS.c : `${COMPILERS.cc} -std=c++17`} -O2 -ffile-prefix-map=${ROOT}= ${flags.join(' ')} -MMD -c -o $@ $<`,
      `-include ${object.replace(/o$/, 'd')}`,
    ]),
  ].join('\n');
}

/** What stands for Node.js in linking: every function of Node-API and libuv that the objects call. */
function nodeRules(library, objects) {
  const definition = `${library}.def`;
  return [
    `${library}: ${objects}`,
    `\t@{ echo LIBRARY node.exe; echo EXPORTS; ${TOOLS}-nm --undefined-only ${objects} | sed -nE 's,^.* U (__imp_)?((napi_|node_api_|uv_)[a-z0-9_]+)$$,\\2,p' | sort -u; } > ${definition}`,
    `\t@${IMPORT_TOOL} --input-def ${definition} --output-lib $@`,
  ];
}

function objectOf(name, source) {
  const path = source.startsWith(ROOT) ? source.slice(ROOT.length) : source.slice(1);
  return join(WORK, name, 'objects', `${path.replaceAll('/', '_')}.o`);
}

/** Warnings are errors: no other compiler reads this code before a package is made. */
function addon() {
  const { sources, defines, libraries } = addonSources('win');
  return {
    name: 'guildhall',
    file: 'guildhall.node',
    sources: sources.map((path) => `${ROOT}${path}`),
    flags: [
      ...['-Wall', '-Wextra', '-Werror', ...defines.map((define) => `-D${define}`)],
      ...nodeFlags('guildhall', `${MODULES}/node-addon-api`),
      ...['-I', `${ROOT}native`],
    ],
    libraries: libraries.map((library) => `-l${library.replace(/\.lib$/, '')}`),
    inputs: [...filesBelow(`${ROOT}native`), ...filesBelow(`${MODULES}/node-addon-api`).filter(isCode)],
  };
}

function sqlite3() {
  const folder = `${MODULES}/sqlite3`;
  const amalgamation = unpackAmalgamation(folder);
  const features = ['FTS3', 'FTS4', 'FTS5', 'RTREE', 'MATH_FUNCTIONS'].map(
    (each) => `-DSQLITE_ENABLE_${each}`,
  );
  const sources = ['backup', 'database', 'node_sqlite3', 'statement'].map(
    (name) => `${folder}/src/${name}.cc`,
  );
  const nested = `${folder}/node_modules/node-addon-api`;
  const addonApi = existsSync(nested) ? nested : `${MODULES}/node-addon-api`;
  return {
    name: 'sqlite3',
    file: 'node_sqlite3.node',
    sources: [...sources, `${amalgamation}/sqlite3.c`],
    flags: [
      ...['-w', '-DNDEBUG', '-DSQLITE_THREADSAFE=1', '-DSQLITE_ENABLE_DBSTAT_VTAB=1', ...features],
      ...['-DNAPI_VERSION=6', '-DNAPI_DISABLE_CPP_EXCEPTIONS=1', '-I', amalgamation],
      ...nodeFlags('node_sqlite3', addonApi),
    ],
    libraries: [],
    inputs: [`${folder}/src`, amalgamation, addonApi].flatMap(filesBelow).filter(isCode),
  };
}

/** The source of SQLite, which the package contains as an archive. @returns its folder */
function unpackAmalgamation(folder) {
  const archive = readdirSync(`${folder}/deps`).find((name) => /^sqlite-autoconf-.*\.tar\.gz$/.test(name));
  if (archive === undefined) throw new StepError('node_modules/sqlite3/deps has no source of SQLite');
  const target = join(WORK, archive.replace('.tar.gz', ''));
  if (existsSync(join(target, 'sqlite3.c'))) return target;
  mkdirSync(WORK, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['xzf', join(folder, 'deps', archive), '-C', WORK], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new StepError(`tar: ${stderr}`);
  return target;
}

/** Links with the library of PortAudio for Windows that the package contains. */
function naudiodon() {
  const folder = `${MODULES}/naudiodon`;
  const names = ['naudiodonUtil', 'naudiodon', 'GetDevices', 'GetHostAPIs', 'AudioIO', 'PaContext'];
  return {
    name: 'naudiodon',
    file: 'naudiodon.node',
    sources: names.map((name) => `${folder}/src/${name}.cc`),
    flags: [
      ...['-w', '-I', `${folder}/portaudio/include`],
      ...nodeFlags('naudiodon', `${MODULES}/node-addon-api`),
    ],
    libraries: [`${folder}/portaudio/bin/portaudio_x64.lib`],
    copies: [`${folder}/portaudio/bin/portaudio_x64.dll`],
    inputs: [`${folder}/src`, `${folder}/portaudio`, `${MODULES}/node-addon-api`]
      .flatMap(filesBelow)
      .filter(isCode),
  };
}

/** The lists of sources in makefiles of Opus, by their files. */
const OPUS_LISTS = {
  'opus_sources.mk': ['OPUS_SOURCES', 'OPUS_SOURCES_FLOAT'],
  'celt_sources.mk': ['CELT_SOURCES'],
  'silk_sources.mk': ['SILK_SOURCES', 'SILK_SOURCES_FLOAT'],
};

function opus({ folder, version }) {
  const sources = Object.entries(OPUS_LISTS).flatMap(([file, names]) =>
    names.flatMap((name) => readMakeList(join(folder, file), name)),
  );
  return {
    name: 'opus',
    file: 'opus.dll',
    sources: sources.map((path) => join(folder, path)),
    flags: [
      ...['-w', '-DOPUS_BUILD', '-DDLL_EXPORT', '-DVAR_ARRAYS', '-DENABLE_HARDENING'],
      ...['-DHAVE_LRINT', '-DHAVE_LRINTF', `-DPACKAGE_VERSION='"${version}"'`],
      `-ffile-prefix-map=${folder}=opus`,
      ...['include', 'celt', 'silk', 'silk/float'].flatMap((path) => ['-I', join(folder, path)]),
    ],
    libraries: [],
    inputs: filesBelow(folder).filter(isCode),
  };
}

function readMakeList(path, name) {
  const [, list] = new RegExp(`^${name} = ((?:.*\\\\\\n)*.*)`, 'm').exec(readFileSync(path, 'utf8')) ?? [];
  if (list === undefined) throw new StepError(`${path} has no ${name}`);
  return list.split(/[\s\\]+/).filter((word) => word.endsWith('.c'));
}

const SPEEX_TYPES = `#include <stdint.h>
typedef int16_t spx_int16_t;
typedef uint16_t spx_uint16_t;
typedef int32_t spx_int32_t;
typedef uint32_t spx_uint32_t;
`;

function speexdsp({ folder }) {
  const made = join(WORK, 'speexdsp-types');
  const types = join(made, 'speexdsp_config_types.h');
  mkdirSync(made, { recursive: true });
  // What its configure script would make.
  writeFileSync(types, SPEEX_TYPES);
  const names = [
    'preprocess',
    'jitter',
    'mdf',
    'fftwrap',
    'filterbank',
    'resample',
    'buffer',
    'scal',
    'smallft',
  ];
  return {
    name: 'speexdsp',
    file: 'speexdsp.dll',
    sources: names.map((name) => join(folder, `libspeexdsp/${name}.c`)),
    flags: [
      ...['-w', '-DUSE_SMALLFT', '-DFLOATING_POINT', '-DEXPORT=__declspec\\(dllexport\\)'],
      ...['-I', made, '-I', join(folder, 'include'), '-I', join(folder, 'include/speex')],
      `-ffile-prefix-map=${folder}=speexdsp`,
    ],
    libraries: [],
    inputs: [types, ...filesBelow(folder).filter(isCode)],
  };
}

function nodeFlags(name, addonApi) {
  // Headers of others are not ours to fix.
  const headers = ['-isystem', addonApi, '-isystem', nodeHeaders()];
  return [...headers, '-DBUILDING_NODE_EXTENSION', '-DWIN32', `-DNODE_GYP_MODULE_NAME=${name}`];
}

/** Sources, headers, and libraries that are linked or copied. */
function isCode(path) {
  return /\.(?:c|cc|cpp|h|hpp|lib|dll)$/.test(path);
}

function compilerVersion() {
  const { stdout } = spawnSync(COMPILERS.cc, ['--version'], { encoding: 'utf8' });
  // Without the compiler there is no output.
  return stdout?.split('\n')[0] ?? '';
}
