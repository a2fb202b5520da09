import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildSanitizedAddon } from './sanitized-addon.mjs';
import { runTestFiles } from './tests/run-test-files.mjs';

/**
 * Runs the tests under the sanitizers, which must be there (`whyNoSanitizers`).
 *
 * @param {number} rounds how often each thing is used
 * @returns {number} the exit code of the tests
 */
export function runSanitizers(rounds) {
  return runTestFiles(['sanitizers/addon'], {
    GUILDHALL_SANITIZED_ADDON: buildSanitizedAddon(),
    GUILDHALL_ASAN: sanitizerLibrary(),
    GUILDHALL_SANITIZER_ROUNDS: String(rounds),
  });
}

/** Why the sanitizers cannot be used here; null if they can. */
export function whyNoSanitizers() {
  if (process.platform !== 'linux') return 'The sanitizers are used on Linux.';
  return existsSync(sanitizerLibrary()) ? null : 'There is no libasan. On Debian: apt install g++';
}

/** What must be in a process before anything else; a bare name where the compiler has none. */
function sanitizerLibrary() {
  const { stdout } = spawnSync('g++', ['-print-file-name=libasan.so'], { encoding: 'utf8' });
  return stdout?.trim() ?? '';
}
