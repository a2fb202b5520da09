import { constants } from 'node:os';

/** Exit code of a daemon after an unknown fault (docs/reliability.md, Faults). */
const CRASH_EXIT_CODE = 70;
/** Signals by which somebody ends a daemon on purpose. */
const WANTED_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Pause before a restart, in milliseconds: the first one, and the longest. It doubles with each crash in a row. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** A daemon that ran this long, in milliseconds, ends the row of crashes. */
const STABLE_AFTER = 60_000;
/** With this many crashes in a row it is not started again. */
const MOST_CRASHES = 5;

/**
 * Starts a daemon, and starts it again after a crash: an unknown fault (exit code 70) or a signal that nobody sends on
 * purpose. An orderly end, a refusal to start and wrong usage are final.
 *
 * @param {object} host what to work with; tests bring their own
 * @param {() => Promise<{ code: number | null, signal: string | null }>} host.run runs a daemon until it ends
 * @param {(ms: number) => Promise<void>} host.sleep
 * @param {() => number} host.now in milliseconds
 * @param {(text: string) => void} host.say
 * @param {() => boolean} host.isStopping whether somebody asked for the end
 * @returns {Promise<number>} the exit code of the last daemon
 */
export async function supervise({ run, sleep, now, say, isStopping }) {
  let crashes = 0;
  for (;;) {
    const startedAt = now();
    const end = await run();
    if (isStopping() || !isCrash(end)) return exitCodeOf(end);
    crashes = now() - startedAt >= STABLE_AFTER ? 1 : crashes + 1;
    const what = `the daemon crashed (${end.signal ?? `exit code ${end.code}`})`;
    if (crashes >= MOST_CRASHES) {
      say(`${what} ${crashes} times in a row and is not started again; see the crash reports in its home`);
      return exitCodeOf(end);
    }
    const pause = Math.min(FIRST_PAUSE * 2 ** (crashes - 1), LONGEST_PAUSE);
    say(`${what}, starting it again in ${pause / 1000} s`);
    await sleep(pause);
    if (isStopping()) return exitCodeOf(end);
  }
}

function isCrash({ code, signal }) {
  return signal === null ? code === CRASH_EXIT_CODE : !WANTED_SIGNALS.includes(signal);
}

/** As a shell has it: 128 and the number of the signal. */
function exitCodeOf({ code, signal }) {
  return signal === null ? code : 128 + (constants.signals[signal] ?? 0);
}
