import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Makes the daemon's logger. Lines are JSON; secrets never reach them.
 *
 * @param destination where lines go, by default standard output
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: ['*.access_token', '*.client_secret', '*.token', '*.authorization', '*.code', '*.rpc_token'],
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A logger that says nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
