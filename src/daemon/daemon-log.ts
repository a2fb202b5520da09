import { build as pretty } from 'pino-pretty';
import { createLogger, type Logger, type LogLevel } from '../platform/log.js';
import { toIsolatedText } from '../platform/visible-text.js';

/** The daemon's log: JSON lines, or readable ones where a person looks on. */
export function createDaemonLog(level: LogLevel, output: NodeJS.WriteStream): Logger {
  if (!output.isTTY) return createLogger(level);
  const readable = pretty({ colorize: true, translateTime: 'HH:MM:ss', sync: true, destination: output });
  return createLogger(level, readable, showHidden);
}

/** Readable lines hold the text itself: its hidden characters show as their codes. */
function showHidden(line: string): string {
  return `${JSON.stringify(JSON.parse(line, showValue))}\n`;
}

function showValue(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // A stack is lines of code by nature; any other text that brings a line of its own could forge one.
  return key === 'stack' ? value.split('\n').map(toIsolatedText).join('\n') : toIsolatedText(value);
}
