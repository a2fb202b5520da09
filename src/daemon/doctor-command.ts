import { guildhallCommand, toFlagWords } from '../control/doctor/guildhall-command.js';
import { homeFiles, resolveHome } from '../platform/home.js';
import type { StartFlags } from './configuration.js';

/** The settings that doctor takes as flags, too. */
const CHECKED = ['store', 'node', 'bus', 'busPasswordFile'] as const;

/** The command that examines what a process was started with: the same home, database and bus. */
export function doctorCommand(flags: StartFlags, environment: NodeJS.ProcessEnv): string {
  const { home } = homeFiles(resolveHome(flags.home, environment));
  const same = CHECKED.flatMap((name) => {
    const value = flags[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return guildhallCommand({ home, environment }, 'doctor', ...toFlagWords(Object.fromEntries(same)));
}
