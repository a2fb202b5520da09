import { buildTests } from './lib/build.mjs';
import { baseImage } from './lib/lab/base-image.mjs';
import { runLab, whyNoLab } from './lib/lab/run-lab.mjs';
import { leaveOut } from './lib/leave-out.mjs';
import { runScript, StepError } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run test:lab [-- TEXT…]: makes devices with a real kernel in a virtual machine, and tests Guildhall there. TEXT selects
// test files by path.
//   --if-possible   leaves it out where there can be no such machine, as `npm test` does, and without TEXT also the scenarios
//                   of packages and doctor, each of which takes as long as all others

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));

await runScript(async () => {
  const reason = whyNoLab();
  if (reason !== null) return stop(reason);
  await setUp();
  buildTests();
  let image;
  try {
    image = baseImage();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return stop(error.message);
  }
  process.exitCode = await runLab(image, wanted, { isShort: args.includes('--if-possible') });
});

function stop(reason) {
  if (!args.includes('--if-possible')) throw new StepError(`The lab cannot run: ${reason}`);
  process.exitCode = leaveOut('the lab', reason);
}
