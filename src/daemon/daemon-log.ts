import { build as pretty } from 'pino-pretty';
import { createLogger, type Logger, type LogLevel } from '../platform/log.js';

/** The daemon's log: JSON lines, or readable ones where a person looks on. */
export function createDaemonLog(level: LogLevel, output: NodeJS.WriteStream): Logger {
  if (!output.isTTY) return createLogger(level);
  return createLogger(level, pretty({ colorize: true, translateTime: 'HH:MM:ss', sync: true }));
}
