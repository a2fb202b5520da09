import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { installSystemPackages } from './lib/system-packages.mjs';
import { runPart } from './lib/tests/long-run.mjs';
import { isDue, readPartResults, toPartResult, writePartResults } from './lib/tests/part-results.mjs';
import { PARTS } from './lib/tests/parts.mjs';
import { INTERRUPTED } from './lib/tests/run-and-report.mjs';

// npm run test:all [-- PART… | --changed]: what npm test leaves out, because it takes long or depends on real time or chance: one
// part after another. The results are in a table of docs/reliability.md.
//   PART        only these parts, e.g. sound lab
//   --changed   only parts whose files have changed since they passed

const args = process.argv.slice(2);
const wanted = args.filter((arg) => arg !== '--changed');

await runScript(async () => {
  const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new StepError(
      `unknown: ${unknown.join(', ')}; parts are: ${PARTS.map(({ name }) => name).join(', ')}`,
    );
  const results = readPartResults();
  const parts = PARTS.filter((part) => {
    if (args.includes('--changed')) return isDue(part, results.get(part.name));
    return wanted.length === 0 || wanted.includes(part.name);
  });
  if (parts.length === 0) return say('every part has passed since its files changed');
  say(`running ${parts.map(({ name }) => name).join(', ')}`);
  await setUp({ withTests: true });
  installSystemPackages({ parts: parts.map(({ name }) => name) });
  buildTests();
  for (const part of parts) {
    const result = await runPart(part);
    process.exitCode = Math.max(process.exitCode ?? 0, result.exitCode);
    // What passed before is not overwritten by what did not run to its end.
    if (result.exitCode === INTERRUPTED) return;
    results.set(part.name, toPartResult(part.name, result));
    process.stdout.write(`${writePartResults(PARTS, results)}\n`);
  }
});
