import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { VERSION } from '../../platform/version.js';
import { type Fault, writeCrashReport } from './crash-report.js';

/** The exit code after an unhandled fault; `npm start` and service managers restart the process. */
export const CRASH_EXIT_CODE = 70;
/** How long an orderly shutdown may take after a fault, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

export interface CrashHandlerOptions {
  /** where crash reports are written */
  readonly reportFolder: string;
  /** starts the orderly shutdown */
  readonly shutDown: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Whether the process ends because of a fault. */
export interface CrashHandlers {
  /** the exit code of the process */
  readonly exitCode: number;
}

/**
 * From now on an exception or rejection that no boundary handled shuts the process down with exit code 70, in order if
 * that takes less than five seconds. Its state may be inconsistent, and a daemon that has tokens and records keys must
 * not continue with that. Faults of one connection or request do not get here (docs/reliability.md, Faults).
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
    // Ends the process even if something hangs or keeps it alive.
    clock.after(SHUTDOWN_TIMEOUT_MS, () => process.exit(CRASH_EXIT_CODE));
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
