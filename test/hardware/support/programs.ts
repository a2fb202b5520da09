import assert from 'node:assert/strict';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';

/** For tests of keyboard layouts. */
export const XKB_LIBRARY = 'libxkbcommon.so.0';

/**
 * A test that needs programs or shared libraries of the machine. Where one is missing it skips and says which; in CI, where nothing may be
 * skipped, it fails.
 *
 * @param timeout the longest it may take, in milliseconds; by default as long as its job
 */
export function realTest(
  programs: readonly string[],
  title: string,
  run: () => Promise<void>,
  timeout = Number.POSITIVE_INFINITY,
): void {
  const reason = missingPrograms(programs);
  if (reason === false) test(title, { timeout }, run);
  else if (process.env.CI === 'true') test(title, () => assert.fail(reason));
  else test(title, { skip: reason }, () => {});
}

/** Which programs or shared libraries are missing, or false. */
export function missingPrograms(programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isInstalled(program));
  return missing.length > 0 && `missing: ${missing.join(', ')}`;
}

function isInstalled(name: string): boolean {
  // Wine shows the libraries of Linux, too.
  if (process.platform === 'win32' && name.startsWith('lib')) return false;
  const programs = [...(process.env.PATH ?? '').split(delimiter), '/usr/games'];
  const folders = name.startsWith('lib') ? libraryFolders() : programs;
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), name.startsWith('lib') ? constants.R_OK : constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Where a 64-bit Linux has its libraries; Debian has a folder per architecture. */
function libraryFolders(): string[] {
  const architectures = readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu'));
  return ['/usr/lib64', '/usr/lib', ...architectures.map((name) => `/usr/lib/${name}`)];
}
