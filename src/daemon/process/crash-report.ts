import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crashReportName, isCrashReport } from '../../platform/processes/crash-report-files.js';
import { VERSION } from '../../platform/version.js';

/** The number of reports that are kept. */
const MAX_REPORTS = 10;

/** An unhandled exception or rejection, or an unexpected error of the start. */
export interface Fault {
  readonly error: Error;
  readonly origin: 'uncaughtException' | 'unhandledRejection' | 'start';
  /** milliseconds since the Unix epoch */
  readonly time: number;
  /** uptime of the process in seconds */
  readonly uptime: number;
}

/**
 * Writes `crash-TIME.json` with mode 0600 and removes the oldest reports beyond ten (docs/reliability.md, Faults).
 * Synchronous, because the process may end soon.
 *
 * @returns the path, or null if it could not be written
 */
export function writeCrashReport(folder: string, { error, origin, time, uptime }: Fault): string | null {
  const { name, message, stack } = error;
  const report = {
    time: new Date(time).toISOString(),
    version: VERSION,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    uptime_seconds: Math.round(uptime),
    origin,
    error: { name, message, stack },
  };
  try {
    const path = join(folder, crashReportName(report.time));
    writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    const reports = readdirSync(folder).filter(isCrashReport);
    const oldest = reports.toSorted().slice(0, -MAX_REPORTS);
    for (const file of oldest) rmSync(join(folder, file), { force: true });
    return path;
  } catch {
    return null; // e.g. a full disk; the fault is logged anyway
  }
}
