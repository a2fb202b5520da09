import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const REPORT_NAME = /^crash-.*\.json$/;

/** Whether a file in the home is a crash report (docs/reliability.md, Faults). */
export function isCrashReport(name: string): boolean {
  return REPORT_NAME.test(name);
}

/** The file name of a crash report; names sort by time. @param time in ISO 8601 */
export function crashReportName(time: string): string {
  return `crash-${time.replaceAll(':', '-')}.json`;
}

/** The paths of the crash reports in a folder, oldest first; empty if the folder does not exist. */
export async function listCrashReports(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isCrashReport)
    .sort()
    .map((name) => join(folder, name));
}
