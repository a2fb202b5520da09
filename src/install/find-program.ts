import { realpathSync } from 'node:fs';
import { join } from 'node:path/posix';
import { UserError } from '../platform/errors.js';
import { VERSION } from '../platform/version.js';
import type { ServiceProgram } from './service-program.js';

/** Folders in which package managers keep the current Node.js, so that its path survives an upgrade. */
const STABLE_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];
/** The folder of packages that npx downloads, which it removes at some time. */
const NPX_FOLDER = /[\\/]_npx[\\/]/;

/**
 * The program that the service starts: this one. A path that survives upgrades is preferred, e.g. `/usr/bin/node` to the
 * file that it links to.
 *
 * @param node the path of this Node.js, without links
 * @param script the path of this program, possibly a link
 * @throws {UserError} if the program is only here for a while
 */
export function findProgram(node: string, script: string, resolve = resolveLinks): ServiceProgram {
  const cli = resolve(script) ?? script;
  if (NPX_FOLDER.test(cli)) {
    throw new UserError('npx removes what it downloads', 'Install it first: npm install --global guildhall');
  }
  const stable = STABLE_FOLDERS.map((folder) => join(folder, 'node')).find((path) => resolve(path) === node);
  return { node: stable ?? node, cli, version: VERSION };
}

/** The file that a path leads to; null if there is none. */
function resolveLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
