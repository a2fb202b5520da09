import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writtenAt } from './files.mjs';
import { ROOT, run, say } from './run.mjs';
import { requireCompiler } from './toolchain.mjs';

const LOCK = `${ROOT}package-lock.json`;
/** What the installed packages were installed for. */
const STAMP = `${ROOT}node_modules/.guildhall-installed`;
/** npm's own record of what it installed last. */
const NPM_RECORD = `${ROOT}node_modules/.package-lock.json`;

/** Installs the packages of the lockfile, unless these very packages are there for this Node.js. */
export function installDependencies() {
  const wanted = wantedStamp();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  if (!existsSync(STAMP) && writtenAt(NPM_RECORD) >= writtenAt(LOCK) && writtenAt(NPM_RECORD) > 0) {
    // Somebody ran npm by hand since the lockfile changed.
    writeFileSync(STAMP, wanted);
    return;
  }
  requireCompiler();
  say('installing dependencies (npm); native ones are compiled, which takes a minute');
  // Not `npm ci`: it refuses a lockfile without the optional packages of every other platform, which a registry
  // mirror may not have. Versions are the lockfile's all the same, and nothing is written back to it. Building needs
  // the development dependencies also where NODE_ENV says production.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'];
  const mend = 'The dependencies could not be installed. Is the npm registry reachable?';
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], mend);
  else run('npm', args, mend, { shell: process.platform === 'win32' });
  writeFileSync(STAMP, wanted);
}

function wantedStamp() {
  const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  return `${lock} ${process.platform}-${process.arch} abi-${process.versions.modules}\n`;
}
