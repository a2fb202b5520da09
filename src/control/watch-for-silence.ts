import { type RequestOptions, request } from 'node:http';
import type { Clock } from '../platform/clock.js';
import { pause } from '../platform/promises.js';

/** How often it is asked while a request waits, in milliseconds. */
const STEP_MS = 5_000;
/** How long it may take to answer, in milliseconds: on a busy machine everything takes seconds. */
const ANSWER_MS = 20_000;

/**
 * Watches a daemon while it handles a request. Many requests wait long, e.g. for a person: so the daemon is asked
 * something else meanwhile, which it answers at once unless it is suspended or hangs.
 *
 * @param question answered at once
 * @param answered aborted when the request has its answer
 * @returns whether the daemon does not answer; false once the request has its answer
 */
export async function watchForSilence(
  question: RequestOptions,
  answered: AbortSignal,
  clock: Clock,
): Promise<boolean> {
  while (await elapse(clock, answered)) {
    if (!(await isAnswered(question, clock, answered))) return !answered.aborted;
  }
  return false;
}

/** Waits without keeping the process alive. @returns whether the time has passed, and not the signal ended it */
async function elapse(clock: Clock, ending: AbortSignal): Promise<boolean> {
  await pause(clock, STEP_MS, ending);
  return !ending.aborted;
}

/** Any other error than the timeout is one that the watched request gets, too. */
function isAnswered(question: RequestOptions, clock: Clock, ending: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ ...question, signal: ending }, (response) => {
      response.destroy();
      finish(true);
    });
    const cancel = clock.after(ANSWER_MS, () => {
      finish(false);
      asked.destroy();
    });
    const finish = (answered: boolean) => {
      cancel();
      resolve(answered);
    };
    asked.once('error', () => finish(true));
    asked.end();
  });
}
