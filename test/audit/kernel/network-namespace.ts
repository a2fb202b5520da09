import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Json, parseJson } from './json.js';
import { PATIENCE } from './wait.js';

const run = promisify(execFile);

/** Creates a network namespace; without root this needs a user namespace. */
const UNSHARE = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user'];
const LOOPBACK_UP = 'ip link set lo up';

/** Whether this machine lets the audit make network namespaces. */
export async function hasNetworkNamespaces(): Promise<boolean> {
  return run('unshare', [...UNSHARE, 'sh', '-c', LOOPBACK_UP]).then(
    () => true,
    () => false,
  );
}

/**
 * Runs a program in a network namespace of its own, where every port is free and nothing but loopback is reached.
 *
 * @param program a module that prints JSON
 */
export async function runInNetworkNamespace(program: URL): Promise<Json> {
  const command = `${LOOPBACK_UP} && exec "$0" "$1"`;
  const args = [...UNSHARE, 'sh', '-c', command, process.execPath, fileURLToPath(program)];
  const { stdout } = await run('unshare', args, { timeout: 4 * PATIENCE });
  return parseJson(stdout);
}
