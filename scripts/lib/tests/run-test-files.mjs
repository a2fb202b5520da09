import { runProgram } from '../run-program.mjs';
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
  const options = { env: { ...TEST_ENVIRONMENT, ...environment }, flags: ['--test-reporter=spec'] };
  const results = names.map((name) => runProgram(`${COMPILED}/${name}.test.js`, [], options));
  return Math.max(...results.map(({ status }) => status));
}
