import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { nodeDirFlag } from './node-headers.mjs';
import { ROOT } from './run.mjs';

// Installs the native module of sqlite3: one that its authors have compiled, if there is one that runs here, else it is
// compiled. Its own script does the same, but waits for an unreachable server for half a minute, and takes a module that
// needs a newer C library than this system has.

/** How long the download may take, in milliseconds: compiling takes about a minute. */
const TIMEOUT = 15_000;

const { resolve } = createRequire(import.meta.url);
const folder = dirname(resolve('sqlite3/package.json'));

if (!hasDownloaded()) process.exitCode = compile();

function hasDownloaded() {
  const installer = createRequire(`${folder}/package.json`).resolve('prebuild-install/bin.js');
  const { status } = spawnSync(process.execPath, [installer, '-r', 'napi'], {
    cwd: folder,
    timeout: TIMEOUT,
  });
  if (status !== 0) return false;
  return spawnSync(process.execPath, ['-e', "require('sqlite3')"], { cwd: ROOT }).status === 0;
}

function compile() {
  const args = [resolve('node-gyp/bin/node-gyp.js'), 'rebuild', '--loglevel=warn', '--jobs=max'];
  const { status } = spawnSync(process.execPath, [...args, ...nodeDirFlag()], {
    cwd: folder,
    stdio: 'inherit',
  });
  return status ?? 1;
}
