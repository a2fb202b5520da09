import { type DestinationStream, pino } from 'pino';
import { createLogger, type Logger, type LogLevel } from '../../platform/log.js';
import type { LogFile } from '../../platform/log-file/log-file.js';
import { allowsColors } from '../../platform/text/terminal-colors.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';

/**
 * Creates the daemon's log: JSON lines, or formatted lines on a terminal, and JSON lines in a file
 * (docs/operating.md, Logs).
 */
export async function createDaemonLog(
  level: LogLevel,
  output: NodeJS.WriteStream & { readonly fd: number },
  file: Pick<LogFile, 'write'>,
): Promise<Logger> {
  const shown = output.isTTY ? await formatted(output) : pino.destination({ dest: output.fd, sync: true });
  return createLogger(level, {
    write(line) {
      shown.write(line);
      file.write(line);
    },
  });
}

async function formatted(output: NodeJS.WriteStream): Promise<DestinationStream> {
  const { build: pretty } = await import('pino-pretty');
  const colorize = allowsColors(process.env);
  const readable = pretty({ colorize, translateTime: 'HH:MM:ss', sync: true, destination: output });
  return { write: (line) => readable.write(showHidden(line)) };
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
