import { type RequestOptions, request } from 'node:http';
import { pause } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';

/** How soon it is asked first, and how long it may take until somebody is told, in milliseconds. */
const SOON_MS = 500;
/** How often it is asked while a request waits, in milliseconds. */
const STEP_MS = 5_000;
/** How long it may take to answer, in milliseconds: on a busy machine everything takes seconds. */
const ANSWER_MS = 20_000;

export interface SilenceOptions {
  readonly clock: Clock;
  /** called when it has not answered for a moment, but may still answer */
  waits(): void;
}

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
  { clock, waits }: SilenceOptions,
): Promise<boolean> {
  let next = SOON_MS;
  while (await elapse(clock, next, answered)) {
    const cancel = clock.after(SOON_MS, () => {
      if (!answered.aborted) waits();
    });
    const isSilent = !(await isAnswered(question, clock, answered));
    cancel();
    if (isSilent) return !answered.aborted;
    next = STEP_MS;
  }
  return false;
}

/** Waits without keeping the process alive. @returns whether the time has passed, and not the signal ended it */
async function elapse(clock: Clock, ms: number, ending: AbortSignal): Promise<boolean> {
  await pause(clock, ms, ending);
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
