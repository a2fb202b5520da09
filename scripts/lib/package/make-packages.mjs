import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, StepError, say } from '../run.mjs';
import { buildTree } from './build-tree.mjs';
import { writeChecksums } from './checksums.mjs';
import { makeDebianPackage, whyNoDebianPackage } from './debian/make-debian-package.mjs';
import { requireProjectPage } from './documents.mjs';
import { collectNativeModules, listPrebuilt } from './native-modules.mjs';
import { makeNpmPackage } from './npm-package.mjs';
import { compileInOldDebian, whyNoOldDebian } from './old-debian.mjs';
import { writeSbom } from './sbom.mjs';
import { makeTypesPackage } from './types-package.mjs';
import { makeWindowsPackages } from './windows/make-windows-packages.mjs';
import { writeManifests } from './windows/manifests.mjs';

/**
 * Makes packages of what is built: for npm and Debian, or for Windows with manifests of winget and Scoop. Adds a list of their
 * contents, and checksums.
 *
 * @param {object} options
 * @param {string} options.output folder, is created
 * @param {string} [options.version] instead of the one in package.json
 * @param {boolean} options.isAsBuilt whether to take the native modules of this checkout, for systems as new as this one; packages
 *   for Windows are only made faster
 * @param {boolean} options.isForWindows
 * @returns {Promise<string[]>} the names of the files
 */
export async function makePackages({ output, version = projectVersion(), isAsBuilt, isForWindows }) {
  if (!isAsBuilt) requireProjectPage();
  const release = { version, date: releaseDate() };
  if (isForWindows) return makeForWindows({ output, isAsBuilt, ...release });
  const prebuilds = join(output, 'prebuilds');
  mkdirSync(prebuilds, { recursive: true });
  const { glibc } = await collect(prebuilds, isAsBuilt);
  if (glibc !== null) say(`the native modules for Linux need glibc ${glibc} or newer`);
  const work = mkdtempSync(join(tmpdir(), 'guildhall-package-'));
  try {
    const tree = join(work, 'guildhall');
    const prebuilt = listPrebuilt(prebuilds);
    buildTree(tree, { version, prebuilt });
    const names = [
      makeNpmPackage(tree, output),
      makeTypesPackage(join(work, 'types'), output, version),
      writeSbom(output, `guildhall-${version}`, release),
    ];
    const reason = whyNoDebianPackage();
    if (reason === null) names.push(makeDebianPackage(tree, { output, glibc, isAsBuilt, ...release }));
    else say(`no Debian package is made: ${reason}`);
    return [...names, writeChecksums(output, names)];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function makeForWindows(release) {
  const { output, version } = release;
  mkdirSync(output, { recursive: true });
  const { names, libraries } = await makeWindowsPackages(release);
  const [zip, installer] = names;
  names.push(
    ...writeManifests(output, { ...release, zip, installer }),
    writeSbom(output, `guildhall-${version}-windows-x64`, { ...release, libraries }),
  );
  return [...names, writeChecksums(output, names)];
}

function collect(prebuilds, isAsBuilt) {
  if (isAsBuilt || process.platform !== 'linux') return collectNativeModules(ROOT, prebuilds);
  const reason = whyNoOldDebian();
  if (reason !== null)
    throw new StepError(
      `native modules for older systems are compiled in an old Debian: ${reason}\nFor systems as new as this one: npm run package -- --as-built`,
    );
  return compileInOldDebian((root) => collectNativeModules(root, prebuilds));
}

function projectVersion() {
  return JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).version;
}

/** When the packaged sources were committed: the same sources give the same packages. */
function releaseDate() {
  const { SOURCE_DATE_EPOCH: seconds } = process.env;
  if (seconds !== undefined) return new Date(Number(seconds) * 1000);
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  return new Date(Number(stdout) * 1000);
}
