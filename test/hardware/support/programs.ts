import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';

/**
 * A test that needs programs of the machine. Where one is missing it skips and says which; in CI, where nothing may be
 * skipped, it fails.
 *
 * @param timeout the longest it may take, in milliseconds
 */
export function realTest(
  programs: readonly string[],
  title: string,
  run: () => Promise<void>,
  timeout = 90_000,
): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) {
    test(title, { timeout }, run);
    return;
  }
  const reason = `missing: ${missing.join(', ')}`;
  if (process.env.CI === 'true') test(title, () => assert.fail(reason));
  else test(title, { skip: reason }, () => {});
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
