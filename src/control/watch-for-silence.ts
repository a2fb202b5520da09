import { type RequestOptions, request } from 'node:http';
import { systemClock } from '../platform/clock.js';
import { pause } from '../platform/promises.js';

/** How often it is asked while a request waits, in milliseconds. */
const STEP_MS = 5_000;
/** How long it may take to answer, in steps: on a busy machine everything takes seconds. */
const ANSWER_STEPS = 4;

/**
 * Watches a daemon while it handles a request. Many requests wait long, e.g. for a person: so the daemon is asked
 * something else meanwhile, which it answers at once unless it is suspended or hangs.
 *
 * @param question answered at once
 * @param answered aborted when the request has its answer
 * @param stepMs the answer is missing after five times this time
 * @returns whether the daemon does not answer; false once the request has its answer
 */
export async function watchForSilence(
  question: RequestOptions,
  answered: AbortSignal,
  stepMs = STEP_MS,
): Promise<boolean> {
  while (await elapse(stepMs, answered)) {
    if (!(await isAnswered(question, ANSWER_STEPS * stepMs, answered))) return !answered.aborted;
  }
  return false;
}

/** Waits without keeping the process alive. @returns whether the time has passed, and not the signal ended it */
async function elapse(ms: number, ending: AbortSignal): Promise<boolean> {
  await pause(systemClock, ms, ending);
  return !ending.aborted;
}

/** Any other error than the timeout is one that the watched request gets, too. */
function isAnswered(question: RequestOptions, ms: number, ending: AbortSignal): Promise<boolean> {
  const timeout = AbortSignal.timeout(ms);
  return new Promise((resolve) => {
    const asked = request({ ...question, signal: AbortSignal.any([timeout, ending]) }, (response) => {
      response.destroy();
      resolve(true);
    });
    asked.once('error', () => resolve(!timeout.aborted));
    asked.end();
  });
}
