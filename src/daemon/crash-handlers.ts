import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import { VERSION } from '../platform/version.js';
import { type Fault, writeCrashReport } from './crash-report.js';

/** What the process exits with after an unknown fault; `npm start` and service managers start it again. */
export const CRASH_EXIT_CODE = 70;
/** Longest that an orderly end may take after a fault, in milliseconds. */
const SHUTDOWN_TIMEOUT = 5_000;

export interface CrashHandlerOptions {
  /** where reports are written */
  readonly reportFolder: string;
  /** begins the orderly end of the process */
  readonly shutDown: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Tells whether the process ends because of a fault. */
export interface CrashHandlers {
  /** what the process is to exit with */
  readonly exitCode: number;
}

/**
 * From now on an exception or rejection that no boundary handled ends the process: in order if that takes less than five
 * seconds, with exit code 70. The state may be wrong after it, and a daemon that holds tokens and records keys must not go
 * on with a wrong state. Faults of one connection or request do not get here (docs/reliability.md, Faults).
 */
export function installCrashHandlers(options: CrashHandlerOptions): CrashHandlers {
  const { clock, log, reportFolder, shutDown } = options;
  let crashed = false;
  const handle = (thrown: unknown, origin: Fault['origin']) => {
    const error = thrown instanceof Error ? thrown : new TypeError(`not an error: ${String(thrown)}`);
    if (crashed) {
      log.error({ err: error, origin }, 'another unhandled fault while shutting down');
      return;
    }
    crashed = true;
    const uptime = process.uptime();
    const report = writeCrashReport(reportFolder, { error, origin, time: clock.now(), uptime });
    log.fatal({ err: error, origin, version: VERSION, uptime, report }, 'unhandled fault, shutting down');
    // Whatever hangs, also what keeps a process alive after its end in order.
    clock.after(SHUTDOWN_TIMEOUT, () => process.exit(CRASH_EXIT_CODE));
    shutDown();
  };
  process.on('uncaughtException', (error) => handle(error, 'uncaughtException'));
  process.on('unhandledRejection', (reason) => handle(reason, 'unhandledRejection'));
  return {
    get exitCode() {
      return crashed ? CRASH_EXIT_CODE : 0;
    },
  };
}
