import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, StepError } from '../run.mjs';
import { finishDocuments, projectPage } from './documents.mjs';
import { highestGlibc, loadedFiles, UIOHOOK } from './native-modules.mjs';
import { copyVendored, pickFields, VENDORED, versionsOf } from './vendored.mjs';
import { writeJson } from './write-json.mjs';

/** What the manifest of the package has in common with that of the project. */
const KEPT = ['name', 'description', 'license', 'repository', 'type', 'bin', 'imports', 'exports', 'engines'];
const LOADER = fileURLToPath(new URL('contents/load-prebuilt.cjs', import.meta.url));

/**
 * Builds the folder that both packages contain: the built programs, native modules of all given platforms, and the packages
 * that are not in the bundle. It runs where it is put, with nothing compiled or downloaded.
 *
 * @param {string} folder is created
 * @param {{ version: string, prebuilt: readonly import('./native-modules.mjs').Prebuilt[] }} contents
 */
export function buildTree(folder, { version, prebuilt }) {
  mkdirSync(join(folder, 'prebuilds'), { recursive: true });
  for (const path of listShippedFiles()) copyInto(folder, path);
  copyFileSync(LOADER, join(folder, 'prebuilds/load.cjs'));
  copyVendored(folder, (path) => isForPlatforms(path, prebuilt));
  for (const platform of prebuilt) copyPrebuilt(platform, folder);
  copyFileSync(portAudioHeader(), join(folder, 'prebuilds/portaudio.h'));
  writeJson(join(folder, 'package.json'), toManifest(version, prebuilt));
  finishDocuments(folder, { glibc: highestGlibc(prebuilt), version });
}

/** The files that the project's manifest declares in `files`. */
function listShippedFiles() {
  const { stdout, status, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new StepError(`npm pack: ${stderr}`);
  // npm 11 prints an object by name, older ones an array.
  const [{ files }] = Object.values(JSON.parse(stdout));
  return files.map(({ path }) => path);
}

function copyInto(folder, path) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(`${ROOT}${path}`, target);
}

function copyPrebuilt(platform, folder) {
  const target = join(folder, 'prebuilds', platform.name);
  mkdirSync(target);
  for (const file of loadedFiles(platform)) {
    const from = join(platform.folder, file);
    // The package of uiohook-napi has a place for each platform.
    if (file !== UIOHOOK) copyFileSync(from, join(target, file));
    else cpSync(from, join(folder, 'node_modules/uiohook-napi/prebuilds', withoutLibc(platform.name), file));
  }
}

/** Whether a path of a package's `prebuilds` is for one of the platforms; other paths are for all. */
function isForPlatforms(path, prebuilt) {
  const [, name] = /\/prebuilds\/([^/]+)/.exec(path) ?? [];
  if (name === undefined) return true;
  return prebuilt.some((platform) => {
    const end = platform.name.endsWith('-musl') ? platform.name : withoutLibc(platform.name);
    return name === end || name.endsWith(`-${end}`);
  });
}

/** Packages of others name the C library only if it is musl. */
function withoutLibc(name) {
  return name.replace(/-glibc$/, '');
}

function toManifest(version, prebuilt) {
  const project = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const names = VENDORED.map(({ name }) => name);
  const page = projectPage().url;
  return {
    ...pickFields(project, KEPT),
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
    version,
    // npm refuses to install it elsewhere, and says for what it is.
    ...toPlatformFields(prebuilt),
    dependencies: versionsOf(names),
    bundleDependencies: names,
  };
}

function toPlatformFields(prebuilt) {
  const parts = prebuilt.map(({ name }) => name.split('-'));
  const unique = (index) => [...new Set(parts.map((each) => each[index]).filter(Boolean))];
  const libc = unique(2);
  return { os: unique(0), cpu: unique(1), ...(libc.length > 0 && { libc }) };
}

/** The license of PortAudio, of which naudiodon contains the library, is in its header. */
function portAudioHeader() {
  return `${ROOT}node_modules/naudiodon/portaudio/include/portaudio.h`;
}
