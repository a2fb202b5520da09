import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, makeOnce } from './cache-folder.mjs';
import { run } from './run.mjs';

/**
 * The folder of a package of the npm registry that is not a dependency, because only some commands need it. It is downloaded
 * once, and kept.
 *
 * @param {string} folder its name in the cache
 * @param {string} name
 * @param {string} version
 * @param {string} hint what to do if it cannot be downloaded
 */
export function registryPackage(folder, name, version, hint) {
  return makeOnce(join(cacheFolder('guildhall-package'), folder), (work) => {
    run('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], hint, {
      cwd: work,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [archive] = readdirSync(work);
    run('tar', ['xzf', archive], hint, { cwd: work });
    return join(work, 'package');
  });
}
