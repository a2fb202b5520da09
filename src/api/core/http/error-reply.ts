import { Refusal } from '../../../guilds/refusal.js';
import { isDiskFull } from '../../../platform/system-errors.js';
import { toSnakeCase } from '../../../platform/text/case.js';
import { OAUTH2_ERRORS } from '../../../protocol/oauth2/errors.js';
import { REST_ERRORS, type RestErrorBody, type RestErrorName } from '../../../protocol/rest/errors.js';
import { StoreError } from '../../../store/errors.js';
import { OAuth2Error, RateLimitedError, RestError, restErrorBody } from '../errors.js';
import { JsonText } from './handler-result.js';

/** An error as an HTTP response. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** of another node as `JsonText` */
  readonly body: object;
  /** whether it is an internal error that must be logged */
  readonly isInternal: boolean;
}

/** Errors of the connection, by their Node.js code. */
const TRANSPORT_ERRORS: Readonly<Record<string, RestErrorName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'BAD_REQUEST',
  ECONNRESET: 'BAD_REQUEST',
};

/** System errors of files that are written before a change is stored: the client may retry. */
const EXHAUSTED_OR_FAILED: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO']);

/** Waiting does not help, so the message names the remedy. */
const DISK_FULL: RestErrorBody = {
  code: REST_ERRORS.UNAVAILABLE.code,
  message: `${REST_ERRORS.UNAVAILABLE.message}: the disk of the service is full; free some space and try again`,
};

/**
 * The reply for a failed request, whatever was thrown; it exposes no internal details.
 *
 * @param wirePath maps the domain names of refused fields to their path in the body
 */
export function errorReply(error: unknown, wirePath = toWirePath): ErrorReply {
  if (error instanceof RestError) return reply(error.error, error.headers, error.fields);
  if (error instanceof Refusal) {
    const fields = error.fields.map(({ path, ...field }) => ({ path: wirePath(path), ...field }));
    return reply(error.error, {}, fields);
  }
  if (error instanceof ForwardedError) {
    const { status, headers, body } = error;
    return { status, headers, body: JsonText.from(body), isInternal: false };
  }
  if (error instanceof RateLimitedError) {
    return { status: 429, headers: error.headers, body: error.body, isInternal: false };
  }
  if (error instanceof OAuth2Error) {
    const body = { error: error.error, error_description: error.description };
    return { status: OAUTH2_ERRORS[error.error], headers: error.headers, body, isInternal: false };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof StoreError || EXHAUSTED_OR_FAILED.has(code)) {
    const unavailable = reply('UNAVAILABLE', mayBeStored(error) ? {} : { 'retry-after': '1' });
    return { ...unavailable, ...(isDiskFull(error) && { body: DISK_FULL }), isInternal: true };
  }
  const transport = Object.hasOwn(TRANSPORT_ERRORS, code) ? TRANSPORT_ERRORS[code] : undefined;
  return transport === undefined ? { ...reply('INTERNAL'), isInternal: true } : reply(transport);
}

/**
 * Whether a change that failed may be stored nevertheless. Clients repeat a request after the time in Retry-After; one that
 * may be stored would be stored twice.
 */
export function mayBeStored(error: unknown): boolean {
  return error instanceof StoreError && error.mayBeStored;
}

function reply(
  name: RestErrorName,
  headers: Readonly<Record<string, string>> = {},
  fields: RestError['fields'] = [],
): ErrorReply {
  return { status: REST_ERRORS[name].status, headers, body: restErrorBody(name, fields), isInternal: false };
}

/** The path of a field whose name differs only in case: `userLimit` is `user_limit`. */
export function toWirePath(path: readonly string[]): readonly string[] {
  return path.map(toSnakeCase);
}

/** The error reply of another node. */
export class ForwardedError extends Error {
  override readonly name = 'ForwardedError';

  /** @param body JSON */
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: string,
  ) {
    super(`another node replied with status ${status}`);
  }
}
