import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { homeFiles } from '../../platform/home.js';
import { findLockHolder } from '../../platform/processes/lock-holder.js';
import { isLocked } from './service-process.js';

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
