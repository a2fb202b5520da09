import { createLogger, type Logger, type LogLevel } from '../platform/log.js';
import { toIsolatedText } from '../platform/visible-text.js';

/** Creates the daemon's log: JSON lines, or formatted lines on a terminal. */
export async function createDaemonLog(level: LogLevel, output: NodeJS.WriteStream): Promise<Logger> {
  if (!output.isTTY) return createLogger(level);
  const { build: pretty } = await import('pino-pretty');
  const readable = pretty({ colorize: true, translateTime: 'HH:MM:ss', sync: true, destination: output });
  return createLogger(level, readable, showHidden);
}

/** Formatted lines contain the text itself, so its hidden characters are replaced by their codes. */
function showHidden(line: string): string {
  return `${JSON.stringify(JSON.parse(line, showValue))}\n`;
}

function showValue(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // A stack has several lines; a line break in any other text could forge a log line.
  return key === 'stack' ? value.split('\n').map(toIsolatedText).join('\n') : toIsolatedText(value);
}
