import { spawnSync } from 'node:child_process';
import { buildTests } from './lib/build.mjs';
import { filesBelow } from './lib/files.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run bench [-- TEXT…]: measures what must be fast beside its bound, in the same run. TEXT selects benches by path.

const wanted = process.argv.slice(2);

await runScript(async () => {
  await setUp();
  buildTests();
  const files = filesBelow(`${ROOT}.test-build/bench`)
    .filter((path) => path.endsWith('.bench.js'))
    .filter((path) => wanted.length === 0 || wanted.some((text) => path.includes(text)))
    .sort();
  if (files.length === 0) throw new StepError(`no bench matches ${wanted.join(' ')}`);
  for (const file of files) {
    say(`measuring ${file.slice(ROOT.length)}`);
    const { status } = spawnSync(process.execPath, ['--enable-source-maps', file], { stdio: 'inherit' });
    if (status !== 0) throw new StepError(`${file} ended with ${status}`);
  }
});
