import { type DestinationStream, type Logger, pino } from 'pino';
import { escapeHiddenInJson } from './text/visible-text.js';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields that are never logged, at the top and one or two levels below. */
const SECRETS = [
  '*.code',
  ...['access_token', 'refresh_token', 'rpc_token', 'client_secret', 'token', 'authorization'].flatMap(
    (name) => [name, `*.${name}`, `*.*.${name}`],
  ),
];

/** An error for the log. Its code, e.g. ECONNREFUSED, has a name of its own, because OAuth2 codes are not logged. */
function serializeError(error: Error): object {
  const { code, ...fields } = pino.stdSerializers.err(error);
  return code === undefined ? fields : { ...fields, error_code: code };
}

/**
 * Creates a logger. Lines are JSON without secrets; names chosen by others cannot contain terminal control characters.
 *
 * @param destination where lines are written, by default to standard output
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: SECRETS,
    serializers: { err: serializeError },
    hooks: { streamWrite: escapeHiddenInJson },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A logger without output. */
export const silentLogger: Logger = pino({ level: 'silent' });
