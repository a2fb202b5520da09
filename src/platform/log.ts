import { type DestinationStream, type Logger, pino } from 'pino';
import { escapeHiddenInJson } from './visible-text.js';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Creates a logger. Lines are JSON without secrets; names chosen by others cannot contain terminal control characters.
 *
 * @param destination where lines are written, by default to standard output
 * @param writeLine transforms each line; by default hidden characters become JSON escapes
 */
export function createLogger(
  level: LogLevel,
  destination?: DestinationStream,
  writeLine: (line: string) => string = escapeHiddenInJson,
): Logger {
  const options = {
    level,
    base: null,
    redact: ['*.access_token', '*.client_secret', '*.token', '*.authorization', '*.code', '*.rpc_token'],
    hooks: { streamWrite: writeLine },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A logger without output. */
export const silentLogger: Logger = pino({ level: 'silent' });
