import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a program in the project; what it prints is the reason if it fails. @returns what it printed to stdout */
export async function runInProject(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: ROOT, encoding: 'utf8' }).catch(
    (error) => assert.fail(`${error.message}\n${error.stdout}${error.stderr}`),
  );
  return stdout;
}
