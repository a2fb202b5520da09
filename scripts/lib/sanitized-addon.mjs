import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { filesBelow, fingerprint, isBuiltFrom, markBuilt } from './files.mjs';
import { nodeDirFlag } from './node-headers.mjs';
import { ROOT, run, say } from './run.mjs';

const FOLDER = `${ROOT}.sanitizers`;
const STAMP = `${FOLDER}/.built`;
const FLAGS = [
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=undefined',
  // It wants the types at run time, which addons are built without.
  '-fno-sanitize=vptr',
  '-fno-omit-frame-pointer',
  '-g1',
  // Compiled in a third of the time; and what an optimizer removes, no sanitizer sees.
  '-O0',
].join(' ');

/**
 * Compiles the addon with the address and undefined-behaviour sanitizers, in a folder of its own.
 *
 * @returns {string} its path
 */
export function buildSanitizedAddon() {
  const sources = [`${ROOT}binding.gyp`, ...filesBelow(`${ROOT}native`)];
  const wanted = `${FLAGS} ${fingerprint(sources)}`;
  if (!isBuiltFrom(STAMP, wanted)) {
    say('compiling the native addon with sanitizers (node-gyp)');
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER);
    for (const source of ['binding.gyp', 'native']) {
      cpSync(`${ROOT}${source}`, `${FOLDER}/${source}`, { recursive: true });
    }
    run(
      process.execPath,
      [
        `${ROOT}node_modules/node-gyp/bin/node-gyp.js`,
        'rebuild',
        '--loglevel=warn',
        '--jobs=max',
        ...nodeDirFlag(),
      ],
      'The native addon could not be compiled with sanitizers. Is libasan there?',
      { cwd: FOLDER, env: { ...process.env, CXXFLAGS: FLAGS, LDFLAGS: FLAGS } },
    );
    markBuilt(STAMP, wanted);
  }
  return `${FOLDER}/build/Release/guildhall.node`;
}
