import { buildTests } from './lib/build.mjs';
import { filesBelow } from './lib/files.mjs';
import { ROOT, runScript, StepError } from './lib/run.mjs';
import { runProgram } from './lib/run-program.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run bench [-- TEXT…] [--short]: measures what must be fast beside bounds and peers, in interleaved rounds.
//   TEXT      only rows whose name contains it, e.g. "GET guild"; or a program that is run only by its name because it
//             needs a display or minutes, e.g. keys
//   --short          few and short rounds: shows whether the rows work, and not how fast anything is
//   --write-docs     writes the results into docs/performance.md and docs/performance.json
//   --checkout DIR   measures the daemon that is built in another checkout

const args = process.argv.slice(2);

await runScript(async () => {
  await setUp({ withTests: true });
  buildTests();
  const folder = `${ROOT}.test-build/bench`;
  const programs = filesBelow(folder).filter(
    (path) => path.endsWith('.bench.js') && args.some((text) => path.slice(folder.length).includes(text)),
  );
  const flags = args.filter((arg) => arg.startsWith('--'));
  const failures =
    programs.length === 0
      ? measure(`${folder}/run-bench.js`, args)
      : programs.sort().flatMap((program) => measure(program, flags));
  if (failures.length > 0) throw new StepError(failures.join('\n'));
});

/** One that fails does not end the others. */
function measure(program, args) {
  const { status } = runProgram(program, args);
  return status === 0 ? [] : [`${program.slice(ROOT.length)} ended with ${status}`];
}
