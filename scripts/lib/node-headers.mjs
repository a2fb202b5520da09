import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cache-folder.mjs';
import { ROOT, StepError } from './run.mjs';

/**
 * The folder with the headers of this Node.js: where npm is told that they are, or where node-gyp has downloaded them.
 *
 * @throws {StepError} if they are nowhere
 */
export function nodeHeaders() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'nodedir'], { cwd: ROOT, encoding: 'utf8' });
  const places = [
    stdout.trim(),
    dirname(dirname(process.execPath)),
    join(cacheFolder('node-gyp'), process.versions.node),
  ].map((folder) => join(folder, 'include/node'));
  const found = places.find((folder) => existsSync(join(folder, 'node_api.h')));
  if (found === undefined)
    throw new StepError('the headers of Node.js are missing; npm run build downloads them');
  return found;
}
