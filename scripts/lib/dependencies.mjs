import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltFrom, markBuilt } from './files.mjs';
import { findMissingPackages } from './missing-packages.mjs';
import { ROOT, run, say } from './run.mjs';
import { requireCompiler } from './toolchain.mjs';

const LOCK = `${ROOT}package-lock.json`;
/** Records which lockfile, platform and Node.js ABI the installed packages are for. */
const STAMP = `${ROOT}node_modules/.guildhall-installed`;

/** Installs the packages of the lockfile, unless these very packages are there for this Node.js. */
export function installDependencies() {
  const wanted = wantedStamp();
  const missing = findMissingPackages(ROOT);
  if (missing.length === 0) {
    if (isBuiltFrom(STAMP, wanted)) return;
    // Somebody installed them with npm, for this Node.js.
    if (!existsSync(STAMP)) return markBuilt(STAMP, wanted);
  }
  requireCompiler();
  say(
    `installing dependencies (npm), because ${explain(missing)}; native ones are compiled, which takes a minute`,
  );
  // Not `npm ci`: it refuses a lockfile without the optional packages of every other platform, which a registry
  // mirror may not have. Versions are the lockfile's all the same, and nothing is written back to it. Building needs
  // the development dependencies also where NODE_ENV says production.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'];
  const hint = 'The dependencies could not be installed. Is the npm registry reachable?';
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], hint);
  else run('npm', args, hint, { shell: process.platform === 'win32' });
  markBuilt(STAMP, wanted);
}

function explain(missing) {
  if (missing.length === 0) return 'they were installed for another lockfile or Node.js';
  const shown = missing.slice(0, 3).join(', ');
  return missing.length <= 3 ? `${shown} is missing` : `${shown} and ${missing.length - 3} more are missing`;
}

function wantedStamp() {
  const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  return `${lock} ${process.platform}-${process.arch} abi-${process.versions.modules}\n`;
}
