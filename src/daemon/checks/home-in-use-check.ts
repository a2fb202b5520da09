import { basename } from 'node:path';
import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { homeFiles } from '../../platform/home.js';
import { findLockHolder } from '../../platform/processes/lock-holder.js';
import { readArguments } from '../../platform/processes/process-arguments.js';
import { HomeLock } from '../../store/sqlite/home-lock.js';

/** Without a daemon that answers: checks whether another process has locked the home. */
export const homeInUseCheck: Check = {
  name: 'home lock',
  readsHome: true,
  async run({ daemon, daemonSilence, home, homeProcess }) {
    if (daemon !== null) return [];
    if (homeProcess !== null && daemonSilence === null)
      return [ok(`Guildhall runs with this home (process ${homeProcess})`)];
    const { lock } = homeFiles(home);
    if (daemonSilence === null && !(await isLocked(lock))) return [];
    const pid = await findLockHolder(lock);
    const holder = pid === null ? 'another process' : `the process ${pid}`;
    return [daemonSilence === null ? inUse(home, holder, pid) : silent(holder, pid, daemonSilence)];
  },
};

function inUse(home: string, holder: string, pid: string | null): Result {
  return problem('home_in_use', `the home ${home} is in use by ${holder}, which is not a daemon`, {
    hint: 'Choose another home with --home, or end the process. A service that runs alone (guildhall api) is fine.',
    command: pid === null ? undefined : `kill ${pid}`,
  });
}

/** SIGTERM reaches neither a suspended process nor one that is in an endless loop. */
function silent(holder: string, pid: string | null, reason: string): Result {
  return problem('daemon_not_answering', `${holder} has the home but does not answer: ${reason}`, {
    hint: 'End it, and start it again. What it acknowledged is stored.',
    command: pid === null ? undefined : `kill -9 ${pid}`,
  });
}

const PROGRAMS: ReadonlySet<string> = new Set(['guildhall', 'main.js']);
/** The commands that use a home and are not the daemon. */
const SERVICES: ReadonlySet<string> = new Set(['api', 'voice']);

/** The process id of `guildhall api` or `guildhall voice` that has a home; null if none has it, or it is unknown (no Linux). */
export async function findServiceProcess(home: string): Promise<string | null> {
  const { lock } = homeFiles(home);
  if (!(await isLocked(lock))) return null;
  const pid = await findLockHolder(lock);
  return pid !== null && (await isService(pid)) ? pid : null;
}

/** Whether a process has locked the home. */
export async function isLocked(lock: string): Promise<boolean> {
  try {
    return await HomeLock.isTaken(lock);
  } catch {
    return false; // missing or not readable, which other checks report
  }
}

async function isService(pid: string): Promise<boolean> {
  const words = await readArguments(pid);
  const program = words.findIndex((word) => PROGRAMS.has(basename(word)));
  return program >= 0 && words.slice(program + 1).some((word) => SERVICES.has(word));
}
