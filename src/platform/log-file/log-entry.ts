import type { LogLevel } from '../log.js';
import { parseJson } from '../text/parse-json.js';

/** The level of a line that is not a log line, e.g. one that was cut off by a crash. */
const UNKNOWN_LEVEL = 'info';

const LEVELS: ReadonlyMap<number, Exclude<LogLevel, 'silent'>> = new Map([
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [20, 'debug'],
  [10, 'trace'],
]);

/** One line of the log. */
export interface LogEntry {
  /** milliseconds since the Unix epoch; null if unknown */
  readonly time: number | null;
  readonly level: string;
  readonly message: string;
  /** everything else that was logged with it */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Whether a line has this level or a more severe one. Looks only at its beginning, where the level is. */
export function hasLevel(line: string, level: LogLevel): boolean {
  const number = Number(/^\{"level":(\d{1,2}),/.exec(line)?.[1] ?? levelNumber(UNKNOWN_LEVEL));
  return number >= levelNumber(level);
}

export function parseLogLine(line: string): LogEntry {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null) {
    return { time: null, level: UNKNOWN_LEVEL, message: line, fields: {} };
  }
  const { level, time, msg, ...fields } = value as Record<string, unknown>;
  return {
    time: typeof time === 'number' ? time : null,
    level: LEVELS.get(Number(level)) ?? UNKNOWN_LEVEL,
    message: typeof msg === 'string' ? msg : '',
    fields,
  };
}

function levelNumber(level: LogLevel): number {
  for (const [number, name] of LEVELS) if (name === level) return number;
  return Number.POSITIVE_INFINITY;
}
