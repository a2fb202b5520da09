import Type from 'typebox';
import { listCrashReports, readCrashReport } from '../../platform/processes/crash-report-files.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { validator } from '../../protocol/schema.js';
import { type Check, ok, problem } from './finding.js';

/** How long a crash report is a finding, in milliseconds. */
const RECENT = 7 * 86_400_000;
/** How much of an error message is shown, in characters. */
const MESSAGE_LENGTH = 200;

/** The fields of a report that the check needs. */
const reportValidator = validator(
  Type.Object({
    time: Type.String(),
    version: Type.String(),
    error: Type.Object({ name: Type.String(), message: Type.String() }),
  }),
);

/** Checks for crashes of the daemon in the last seven days (docs/reliability.md, Faults). */
export const crashReports: Check = {
  name: 'crashes',
  readsHome: true,
  async run({ home, now }) {
    const paths = await listCrashReports(home);
    const reports = await Promise.all(paths.map(readReport));
    const recent = reports.filter(({ time }) => time === null || now - time < RECENT);
    const last = recent.at(-1);
    if (last === undefined) return [ok('the daemon did not crash in the last 7 days')];
    const times = recent.length === 1 ? 'once' : `${recent.length} times`;
    return [
      problem('daemon_crashed', `the daemon crashed ${times} in the last 7 days; last: ${last.summary}`, {
        hint: `See ${last.path} and report it with the log of that time; remove the reports when the problem is solved.`,
        command: toShellCommand('rm', ...recent.map(({ path }) => path)),
      }),
    ];
  },
};

interface Report {
  readonly path: string;
  /** milliseconds since the Unix epoch; null if unknown */
  readonly time: number | null;
  readonly summary: string;
}

/** A damaged report still counts as a crash. */
async function readReport(path: string): Promise<Report> {
  const content = await readCrashReport(path);
  if (!reportValidator.is(content)) return { path, time: null, summary: 'unknown, the report is damaged' };
  const { time, version, error } = content;
  const [line = ''] = error.message.split('\n', 1);
  const at = Date.parse(time);
  return {
    path,
    time: Number.isNaN(at) ? null : at,
    summary: `${error.name}: ${line.slice(0, MESSAGE_LENGTH)} (version ${version}, ${time})`,
  };
}
