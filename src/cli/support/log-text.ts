import type { LogEntry } from '../../platform/log-file/log-entry.js';
import { localTime } from '../../platform/text/local-time.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import type { Color, Paint } from './colors.js';

const COLORS: Readonly<Record<string, Color>> = { fatal: 'red', error: 'red', warn: 'yellow', info: 'cyan' };

/** One line for an entry of the log, in local time; the stack of an error follows on lines of its own. */
export function logText({ time, level, message, fields }: LogEntry, paint: Paint): string {
  const { err, ...others } = fields;
  const values = Object.entries(others).map(([name, value]) => `${name}=${valueText(value)}`);
  const text = [message, ...values].map(toIsolatedText).join(' ');
  const when = time === null ? '?' : localTime(time, 'millisecond');
  const head = `${paint('dim', when)} ${paint(COLORS[level] ?? 'dim', level.toUpperCase().padEnd(5))} ${text}`;
  return err === undefined ? head : `${head}\n${errorText(err)}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The stack of a logged error, else its message. */
function errorText(error: unknown): string {
  const { stack, message } =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  const text = [stack, message].find((each) => typeof each === 'string') ?? JSON.stringify(error);
  return String(text)
    .split('\n')
    .map((line) => `    ${toIsolatedText(line)}`)
    .join('\n');
}
