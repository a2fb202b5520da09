import { baseImage } from './lab/base-image.mjs';
import { runLab, whyNoLab } from './lab/run-lab.mjs';
import { StepError, say } from './run.mjs';
import { runAttack, whyNoAttack } from './run-attack.mjs';
import { runSanitizers, whyNoSanitizers } from './run-sanitizers.mjs';

/** How often the sanitizers see everything used; `npm run test:sanitizers` does it more often. */
const ROUNDS = 3;

/**
 * What a run of all tests ends with. What cannot be done on this machine is left out and said; where nothing may be left
 * out (CI=true) it fails.
 *
 * @returns {number} an exit code
 */
export function runLongChecks() {
  return Math.max(checkWithSanitizers(), checkUnderAttack(), checkInLab());
}

function checkWithSanitizers() {
  const reason = whyNoSanitizers();
  return reason === null ? runSanitizers(ROUNDS) : leaveOut('the addon under sanitizers', reason);
}

function checkUnderAttack() {
  const reason = whyNoAttack();
  return reason === null ? runAttack({ minutes: null, wanted: [] }) : leaveOut('the attack run', reason);
}

function checkInLab() {
  const reason = whyNoLab();
  if (reason !== null) return leaveOut('the lab', reason);
  let image;
  try {
    image = baseImage();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return leaveOut('the lab', error.message);
  }
  return runLab(image);
}

function leaveOut(what, reason) {
  if (process.env.CI === 'true') throw new StepError(`${what} may not be left out here: ${reason}`);
  say(`left out: ${what} (${reason})`);
  return 0;
}
