import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { toUserError } from '../control/doctor/finding.js';
import { notAFolder } from '../control/doctor/home.js';
import { requireTrustedHome } from '../control/doctor/home-owner.js';
import { systemClock } from '../platform/clock.js';
import { LOG_LEVELS, type LogLevel } from '../platform/log.js';
import type { LogEntry } from '../platform/log-file/log-entry.js';
import { type LogQuery, readLog } from '../platform/log-file/read-log.js';
import { createPaint } from './support/colors.js';
import type { AddCommand, Invocation } from './support/invocation.js';
import { logText } from './support/log-text.js';
import { parseWith, readWholeNumber } from './support/option-values.js';

interface LogsOptions {
  readonly follow?: boolean;
  readonly level: LogLevel;
  readonly lines: number;
}

/** `guildhall logs`: shows the log of this home, also while no daemon runs. */
export const addLogs: AddCommand = (program, run) => {
  program
    .command('logs')
    .description('show what the daemon logged last, also while none runs')
    .option('-f, --follow', 'follow new lines until interrupted; with --json one value a line')
    .addOption(
      new Option('--level <L>', 'only lines of this level and more severe ones')
        .choices(LOG_LEVELS.filter((level) => level !== 'silent'))
        .default('trace', 'all'),
    )
    .option(
      '--lines <N>',
      'how many lines, 0 to 100000',
      parseWith((text) => readWholeNumber(text, 0, 100_000)),
      100,
    )
    .action(({ follow, ...query }: LogsOptions, command: Command) =>
      run(command, async (invocation) => {
        await requireTrustedHome(invocation.files.home, ['logs']);
        await (follow === true ? followLog(invocation, query) : showLog(invocation, query));
      }),
    );
};

async function showLog({ files, result, terminal }: Invocation, query: LogQuery): Promise<void> {
  const entries: LogEntry[] = [];
  for await (const entry of readLog(files.log, query, null)) entries.push(entry);
  // A home that cannot be used is an error, and one that is not there yet has no log.
  if (entries.length === 0) {
    const found = await stat(files.home).catch(unlessMissing);
    if (found?.isDirectory() === false) throw toUserError(notAFolder(files.home, found));
  }
  const paint = createPaint(terminal);
  result(entries, (all) =>
    all.length === 0
      ? `nothing was logged in ${files.log}`
      : all.map((entry) => logText(entry, paint)).join('\n'),
  );
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

async function followLog({ files, nextResult, terminal }: Invocation, query: LogQuery): Promise<void> {
  const paint = createPaint(terminal);
  const following = { clock: systemClock, signal: terminal.interrupted };
  // The clock's timers do not keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    for await (const entry of readLog(files.log, query, following)) {
      nextResult(entry, (value) => logText(value, paint));
    }
  } finally {
    clearInterval(alive);
  }
}
