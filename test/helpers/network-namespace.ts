import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { realTest } from '../hardware/support/programs.js';
import { patience } from './patience.js';

const execute = promisify(execFile);

/** Set in a process that runs in a network namespace of its own. */
const INSIDE = 'GUILDHALL_TEST_IN_NAMESPACE';
/** How much longer than a wait a test in a namespace may take unless it says so. */
const SHARE = 12;
/** The longest that such a test may take in any case, in milliseconds. */
const LONGEST = 90_000;
/** Without root a network namespace needs a user namespace. */
const UNSHARE = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user'];

/**
 * A test that runs in a network namespace of its own, where it may filter packets: its file runs once more, there, and what
 * it writes to standard error is shown.
 *
 * @param file the `import.meta.url` of the test file, which has no other tests
 * @param programs those of the machine that it needs besides `unshare` and `ip`
 * @param share how much longer than a wait the test may take
 */
export function testInNetworkNamespace(
  file: string,
  programs: readonly string[],
  title: string,
  run: () => Promise<void>,
  share = SHARE,
): void {
  if (process.env[INSIDE] !== undefined) {
    test(title, run);
    return;
  }
  const command = ['sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, fileURLToPath(file)];
  const timeout = patience(share);
  const runInside = async () => {
    const env = { ...process.env, [INSIDE]: '1', NODE_TEST_CONTEXT: undefined };
    const running = execute('unshare', [...UNSHARE, ...command], { env, timeout });
    running.child.stderr?.pipe(process.stderr);
    await running.catch((error: { stdout?: string }) => assert.fail(`${error.stdout ?? ''}${String(error)}`));
  };
  realTest([...programs, 'unshare', 'ip'], title, runInside, Math.max(timeout, LONGEST));
}
