import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
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

const LOADER = fileURLToPath(new URL('../../scripts/lib/tests/load-files.mjs', import.meta.url));

/** Runs compiled test files against three nodes, in one process. */
function runOnThreeNodes(files: readonly string[]): Promise<Outcome> {
  // The runner of this test would wait for the reports of the other one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--enable-source-maps', '--test-force-exit', '--test-reporter=spec', LOADER, ...files];
  return new Promise((resolve) => {
    const options = { env: { ...env, GUILDHALL_TEST_NODES: '3' }, maxBuffer: 2 ** 26 };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

enginesTest('suites of REST, gateway and OAuth2 pass against three nodes behind a balancer', async () => {
  const files = SUITES.map((suite) => fileURLToPath(new URL(suite, import.meta.url)));
  const { code, output } = await runOnThreeNodes(files);
  assert.equal(code, 0, output);
  for (const suite of SUITES) assert.ok(output.includes(`✔ ${suite.slice(3)}`), output);
  assert.match(output, /^ℹ skipped 0$/m, output);
});
