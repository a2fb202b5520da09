import { spawnSync } from 'node:child_process';
import { buildTests } from './lib/build.mjs';
import { ROOT, runScript } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run audit: tries every line of the specification against a whole daemon, prints a table and writes
// docs/conformance.md. The exit code is 1 if a line is wrong.

await runScript(async () => {
  await setUp({ withTests: true });
  buildTests();
  const program = `${ROOT}.test-build/audit/main.js`;
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', program], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
