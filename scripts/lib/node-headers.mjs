import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cache-folder.mjs';
import { ROOT, StepError } from './run.mjs';

const HEADERS = 'include/node';

/**
 * The folder with the headers of this Node.js: where npm is told that they are, beside the program, or where node-gyp has
 * downloaded them.
 *
 * @throws {StepError} if they are nowhere
 */
export function nodeHeaders() {
  const found = installedNode() ?? withHeaders(join(cacheFolder('node-gyp'), process.versions.node));
  if (found === null) throw new StepError('the headers of Node.js are missing; npm run build downloads them');
  return join(found, HEADERS);
}

/** The flag with which node-gyp uses headers that are on this machine, as an array; empty: it downloads them. */
export function nodeDirFlag() {
  const folder = installedNode();
  return folder === null ? [] : [`--nodedir=${folder}`];
}

/**
 * The folder of an installation of Node.js with its headers; null if there is none.
 *
 * @param {object} [places]
 * @param {string} [places.configured] the folder that npm is told
 * @param {string} [places.program] the program that runs
 */
export function installedNode({ configured = configuredNode(), program = process.execPath } = {}) {
  return withHeaders(configured) ?? withOwnHeaders(dirname(dirname(program)));
}

function configuredNode() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'nodedir'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  // Without npm on the path there is no output.
  return stdout?.trim() ?? '';
}

function withHeaders(folder) {
  return folder !== '' && existsSync(join(folder, HEADERS, 'node_api.h')) ? folder : null;
}

/** Beside a Node.js of a system there may be headers of another one. */
function withOwnHeaders(folder) {
  const file = join(folder, HEADERS, 'node_version.h');
  if (withHeaders(folder) === null || !existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const parts = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`^#define NODE_${part}_VERSION (\\d+)$`, 'm').exec(text)?.[1],
  );
  return parts.join('.') === process.versions.node ? folder : null;
}
