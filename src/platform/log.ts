import { type DestinationStream, type Logger, pino } from 'pino';
import { escapeHiddenInJson } from './visible-text.js';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Makes the daemon's logger. Lines are JSON; secrets never reach them, and names of others cannot steer a terminal that
 * shows them.
 *
 * @param destination where lines go, by default standard output
 * @param writeLine what becomes of a line on its way there, by default hidden characters become JSON escapes
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

/** A logger that says nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
