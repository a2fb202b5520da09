import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const REPORT_NAME = /^crash-.*\.json$/;

/** Whether a file of a home is a report about a fault (docs/reliability.md, Faults). */
export function isCrashReport(name: string): boolean {
  return REPORT_NAME.test(name);
}

/** The name of a report; names sort by time. @param time as ISO 8601 */
export function crashReportName(time: string): string {
  return `crash-${time.replaceAll(':', '-')}.json`;
}

/** The paths of a folder's reports, oldest first; none where there is no such folder. */
export async function listCrashReports(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isCrashReport)
    .sort()
    .map((name) => join(folder, name));
}
