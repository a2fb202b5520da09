import { buildTests } from './lib/build.mjs';
import { baseImage } from './lib/lab/base-image.mjs';
import { runLab, whyNoLab } from './lib/lab/run-lab.mjs';
import { runScript, StepError } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run test:lab [-- TEXT…]: makes devices with a real kernel in a virtual machine, and tests Guildhall there. TEXT selects
// test files by path.

const wanted = process.argv.slice(2);

await runScript(async () => {
  const reason = whyNoLab();
  if (reason !== null) throw new StepError(`The lab cannot run: ${reason}`);
  await setUp({ withTests: true });
  buildTests();
  process.exitCode = await runLab(baseImage(), wanted);
});
