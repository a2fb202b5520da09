import { realpath } from 'node:fs/promises';
import { type Check, problem, type Result } from '../../control/doctor/finding.js';
import { homeFiles } from '../../platform/home.js';
import { findHolders } from '../../platform/socket-holders.js';
import { isMissingFile } from '../../platform/text-file.js';
import { HomeLock } from '../../store/sqlite/home-lock.js';

/** Without a daemon that answers: checks whether another process has locked the home. */
export const homeInUseCheck: Check = {
  name: 'home lock',
  async run({ daemon, daemonSilence, home }) {
    if (daemon !== null) return [];
    const { lock } = homeFiles(home);
    if (daemonSilence === null && !(await isTaken(lock))) return [];
    const pid = await findHolder(lock);
    const holder = pid === null ? 'another process' : `the process ${pid}`;
    return [daemonSilence === null ? inUse(home, holder, pid) : silent(holder, pid, daemonSilence)];
  },
};

function inUse(home: string, holder: string, pid: string | null): Result {
  return problem(
    'home_in_use',
    `the home ${home} is in use by ${holder}, which is no daemon (guildhall api)`,
    {
      hint: 'End that process, or choose another home with --home.',
      command: pid === null ? undefined : `kill ${pid}`,
    },
  );
}

/** SIGTERM reaches neither a suspended process nor one that is in an endless loop. */
function silent(holder: string, pid: string | null, reason: string): Result {
  return problem('daemon_not_answering', `${holder} has the home but does not answer: ${reason}`, {
    hint: 'End it, and start it again. What it acknowledged is stored.',
    command: pid === null ? undefined : `kill -9 ${pid}`,
  });
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    return await HomeLock.isTaken(lock);
  } catch {
    return false; // missing or not readable, which other checks report
  }
}

async function findHolder(lock: string): Promise<string | null> {
  try {
    const link = await realpath(lock);
    return (await findHolders(new Set([link]))).get(link) ?? null;
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}
