import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegularFile } from '../files/text-file.js';
import { parseJson } from '../text/parse-json.js';

/** How much of a report is read, in bytes. */
const REPORT_BYTES = 64 * 1024;
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

/** The content of a crash report; undefined if it cannot be read, is too long or is not JSON. */
export async function readCrashReport(path: string): Promise<unknown> {
  const file = await openRegularFile(path).catch(() => null);
  try {
    const read = await file?.read(Buffer.alloc(REPORT_BYTES), 0, REPORT_BYTES);
    return read === undefined ? undefined : parseJson(read.buffer.toString('utf8', 0, read.bytesRead));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
