import { spawnSync } from 'node:child_process';
import { ROOT } from '../run.mjs';
import { TEST_ENVIRONMENT } from './run-and-report.mjs';
import { COMPILED } from './test-files.mjs';

/**
 * Runs compiled test files one after another, showing what they print.
 *
 * @param {readonly string[]} names e.g. `rpc/fuzz`
 * @param {Readonly<Record<string, string>>} environment besides that of this process
 * @returns {number} the exit code
 */
export function runTestFiles(names, environment) {
  const flags = ['--enable-source-maps', '--test', '--test-reporter=spec', '--test-concurrency=1'];
  const files = names.map((name) => `${COMPILED}/${name}.test.js`);
  const { status } = spawnSync(process.execPath, [...flags, ...files], {
    cwd: ROOT,
    env: { ...process.env, ...TEST_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status ?? 1;
}
