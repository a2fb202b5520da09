import { existsSync, readFileSync } from 'node:fs';
import { hashOf, isBuiltFrom, markBuilt } from './files.mjs';
import { listPackages } from './locked-packages.mjs';
import { nodeDirFlag } from './node-headers.mjs';
import { OUTPUT } from './prebuilt/loaded-files.mjs';
import { PrebuiltCache } from './prebuilt/prebuilt-cache.mjs';
import { relocateModules } from './prebuilt/relocate-module.mjs';
import { ROOT, StepError, say } from './run.mjs';
import { runTogether } from './run-together.mjs';
import { requireCompiler } from './toolchain.mjs';

const LOCK = `${ROOT}package-lock.json`;
/** Records which lockfile, platform and Node.js ABI the installed packages are for. */
const STAMP = `${ROOT}node_modules/.guildhall-installed`;
/** The one that takes longest to compile: a minute on one processor, most of it for one file. */
export const SQLITE = 'sqlite3';
const INSTALL_SQLITE = `${ROOT}scripts/lib/install-sqlite.mjs`;
/** What the stamp says while packages are unpacked and not compiled yet. */
const UNFINISHED = 'unfinished';

/**
 * Downloads and unpacks the packages of the lockfile, unless these very packages are there for this Node.js. Native ones
 * are left to be compiled beside the addon.
 *
 * @param {object} options
 * @param {boolean} options.withTests whether those that only the tests need are unpacked, too
 * @returns {Promise<{ compile: import('./run-together.mjs').Step[], finish: () => void }>} what compiles them, to be run
 *   before `finish`, which marks them as installed
 */
export async function unpackDependencies({ withTests }) {
  const wanted = wantedStamp();
  const all = listPackages(ROOT);
  // Where the tests ran, npm would remove their packages otherwise.
  const withAll = withTests || all.some(({ isOfTests, isMissing }) => isOfTests && !isMissing);
  const packages = all.filter(({ isOfTests }) => withAll || !isOfTests);
  const missing = packages.filter(({ isMissing }) => isMissing);
  const isStamped = existsSync(STAMP);
  if (missing.length === 0 && isBuiltFrom(STAMP, wanted)) return { compile: [], finish: () => {} };
  // Somebody installed them with npm, for this Node.js.
  if (missing.length === 0 && !isStamped) return { compile: [], finish: () => markBuilt(STAMP, wanted) };
  // Those that are there were compiled, unless for another Node.js or in a run that did not end.
  const isForThisNode = isStamped && readFileSync(STAMP, 'utf8').endsWith(platformStamp());
  const native = (isForThisNode ? missing : packages).filter(({ isCompiled }) => isCompiled);
  say(`installing dependencies (npm), because ${explain(missing)}`);
  if (isStamped) markBuilt(STAMP, UNFINISHED);
  const cache = new PrebuiltCache(wanted);
  if (!cache.exists()) requireCompiler();
  await runTogether('downloading', [downloadStep(withAll)]);
  markBuilt(STAMP, UNFINISHED);
  const left = native.filter(({ name }) => !cache.restore(name, folderOf(name)));
  if (left.some(({ name }) => isCompiledHere(name))) requireCompiler();
  sayReused(native.filter((one) => !left.includes(one)));
  const compile = compileSteps(left).map((step) => ({ ...step, onEnd: () => keep(cache, step.name) }));
  return { compile, finish: () => markBuilt(STAMP, wanted) };
}

/** Installs and compiles all packages of the lockfile, unless these very packages are there for this Node.js. */
export async function installDependencies() {
  const { compile, finish } = await unpackDependencies({ withTests: true });
  await runTogether('compiling', compile, { longest: SQLITE });
  finish();
}

function folderOf(name) {
  return `${ROOT}node_modules/${name}`;
}

/** Keeps what was compiled for other checkouts, and lets it run in a copy of this one. */
function keep(cache, name) {
  try {
    relocateModules(`${folderOf(name)}/${OUTPUT}`);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    // By another linker: it runs where it is.
    return;
  }
  cache.save(name, folderOf(name));
}

/** Others contain modules that their authors have compiled, or need none. */
function isCompiledHere(name) {
  const folder = folderOf(name);
  return existsSync(`${folder}/binding.gyp`) && !existsSync(`${folder}/prebuilds`);
}

function sayReused(packages) {
  if (packages.length > 0)
    say(`${packages.map(({ name }) => name).join(', ')}: compiled before on this machine`);
}

function downloadStep(withAll) {
  // Not `npm ci`: it refuses a lockfile without the optional packages of every other platform, which a registry
  // mirror may not have. Versions are the lockfile's all the same, and nothing is written back to it. What builds is among
  // the dependencies; those of the tests are wanted or not whatever NODE_ENV says.
  const extent = withAll ? '--include=dev' : '--omit=dev';
  const args = ['install', '--no-save', extent, '--no-audit', '--no-fund', '--ignore-scripts'];
  const hint = 'The dependencies could not be installed. Is the npm registry reachable?';
  return npmStep('packages', args, hint);
}

/** One step each, so that it is seen which of them still takes its time. */
function compileSteps(native) {
  const hint = 'A native package could not be compiled; see the compiler messages above.';
  const headers = nodeDirFlag();
  return native.map(({ name }) =>
    name === SQLITE
      ? { name, command: process.execPath, args: [INSTALL_SQLITE], hint }
      : npmStep(name, ['rebuild', name, ...headers], hint),
  );
}

function npmStep(name, args, hint) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return { name, command: process.execPath, args: [npm, ...args], hint };
  return { name, command: 'npm', args, hint, shell: process.platform === 'win32' };
}

function explain(missing) {
  if (missing.length === 0)
    return 'they are for another lockfile or Node.js, or were not compiled to the end';
  const shown = missing.slice(0, 3).map(({ name, version }) => `${name}@${version}`);
  const more = missing.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more are missing`;
  return `${shown.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
}

function wantedStamp() {
  return `${hashOf(readFileSync(LOCK))} ${platformStamp()}`;
}

function platformStamp() {
  return `${process.platform}-${process.arch} abi-${process.versions.modules}\n`;
}
