import { guildhallCommand, toFlagWords } from '../../control/doctor/guildhall-command.js';
import { UserError } from '../../platform/errors.js';
import { homeFiles, resolveHome } from '../../platform/home.js';
import { toUserError } from '../../platform/system-errors.js';
import { StoreError } from '../../store/errors.js';
import type { StartFlags } from '../configuration.js';
import { writeCrashReport } from './crash-report.js';

/** What a start that fails knows of the process. */
export interface FailedStart {
  /** where a report of an unexpected fault is written */
  readonly reportFolder: string;
  /** the command that finds known causes */
  readonly doctor: string;
  /** milliseconds since the Unix epoch */
  readonly time: number;
}

/**
 * An error that ended the start as the person reads it, without a stack trace. What the system refuses, such as a file
 * that is not readable or a full disk, is stated in words, or with the system's message; the stack of anything else is in
 * a crash report (docs/reliability.md, Faults).
 */
export function toStartError(error: unknown, { reportFolder, doctor, time }: FailedStart): UserError {
  if (error instanceof UserError) return error;
  const cause = error instanceof Error ? error : new TypeError(`not an error: ${String(error)}`);
  const message = `failed to start: ${cause.message}`;
  if (isRefusalOfSystem(cause)) {
    const known = toUserError(cause);
    return known instanceof UserError
      ? new UserError(`failed to start: ${known.message}`, known.hint)
      : new UserError(message, `Find known causes with: ${doctor}`);
  }
  const fault = { error: cause, origin: 'start', time, uptime: process.uptime() } as const;
  const report = writeCrashReport(reportFolder, fault);
  return new UserError(message, report === null ? null : `please report this fault with ${report}`);
}

/** Whether the system, or the database because of the system, refused something. */
function isRefusalOfSystem(error: Error): boolean {
  return error instanceof StoreError || ('code' in error && 'syscall' in error);
}

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
