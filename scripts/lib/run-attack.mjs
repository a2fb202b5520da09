import { ROOT, say } from './run.mjs';
import { runProgram } from './run-program.mjs';

const REPORT = `${ROOT}.test-build/attack-report.json`;

/** Why a daemon cannot be attacked here; null if it can. */
export function whyNoAttack() {
  return process.platform === 'linux' ? null : 'The attack run reads /proc: it needs Linux.';
}

/**
 * Attacks a daemon and prints how it stood.
 *
 * @param {{ minutes: number | null, wanted: readonly string[] }} options null: the short form; texts that names of attacks
 *   hold, all attacks without
 * @returns {number} an exit code
 */
export function runAttack({ minutes, wanted }) {
  say(minutes === null ? 'attacking a daemon, briefly' : `attacking a daemon for ${minutes} minutes`);
  const { status } = runProgram(`${ROOT}.test-build/attack/attack-run.js`, [], {
    env: {
      ATTACK_REPORT: REPORT,
      ATTACK_SCENARIOS: wanted.join(' '),
      ...(minutes === null ? {} : { ATTACK_MINUTES: String(minutes) }),
    },
  });
  say(`the figures are in ${REPORT.slice(ROOT.length)}`);
  return status;
}
