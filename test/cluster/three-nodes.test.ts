import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { enginesTest } from '../helpers/nodes/engines-test.js';

/** Some of the suites that `GUILDHALL_TEST_NODES=3 npm test -- api/` runs as a whole (docs/reliability.md). */
const SUITES = [
  '../api/oauth2/refresh-tokens.test.js',
  '../api/rest/messages.test.js',
  '../api/gateway/events.test.js',
];

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a compiled test file against three nodes. */
function runOnThreeNodes(file: string): Promise<Outcome> {
  // The runner of this test would wait for the reports of the other one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--enable-source-maps', '--test-reporter=spec', file];
  return new Promise((resolve) => {
    const options = { env: { ...env, GUILDHALL_TEST_NODES: '3' }, maxBuffer: 2 ** 26 };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

describe('Against three nodes behind a balancer', () => {
  for (const suite of SUITES) {
    enginesTest(`${suite.slice(7)} passes`, async () => {
      const { code, output } = await runOnThreeNodes(fileURLToPath(new URL(suite, import.meta.url)));
      assert.equal(code, 0, output);
      assert.match(output, /^ℹ pass [1-9]/m, output);
      assert.match(output, /^ℹ skipped 0$/m, output);
    });
  }
});
