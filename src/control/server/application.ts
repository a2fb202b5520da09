import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { ServiceError } from '../../client/service-error.js';
import { FASTIFY_OPTIONS } from '../../net/http/fastify-options.js';
import { InputError, messageOf, UserError } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import { isDiskFull, toUserError } from '../../platform/system-errors.js';
import { toRoutePattern } from '../../protocol/declaration/path-template.js';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import type { Caller } from '../caller.js';
import type { ControlContext } from '../context.js';
import { CONTROL_ERRORS, ControlError, type ControlErrorBody } from '../errors.js';
import { type AnyOperation, COMMON_ERRORS } from '../operation.js';
import { sendStream } from './stream-reply.js';

/** The maximum size of a request body, in bytes. */
const BODY_LIMIT = 64 * 1024;

/** What any context has. */
export type AnyContext = Pick<ControlContext, 'clock' | 'log'>;

export interface ControlApplicationOptions<Context extends AnyContext> {
  readonly operations: readonly AnyOperation<Context>[];
  /** prefix of each path, e.g. `/api`; may be empty */
  readonly prefix: string;
  readonly control: Context;
  /** who may connect to its listener */
  readonly caller: Caller;
  /** the error of other paths */
  readonly unknown?: ControlError;
}

/** What the person can do about refusals of the service (docs/rest.md, Errors). */
const HINTS = [
  {
    code: REST_ERRORS.ONLY_BOTS.code,
    hint: 'Of this service only its operator can do that for you: guildhall guilds create NAME --owner USER, in its home.',
  },
  {
    code: REST_ERRORS.MISSING_PERMISSIONS.code,
    hint: 'Your roles in this guild do not allow it, or the role or member is above yours. Its owner can change that.',
  },
  { code: REST_ERRORS.USER_BANNED.code, hint: 'Its moderators can lift the ban.' },
  { code: REST_ERRORS.UNKNOWN_INVITE.code, hint: 'It is expired, used up or deleted; ask for another one.' },
] as const;

const UNKNOWN = new ControlError('not_found', 'There is nothing at this path.');

/**
 * Creates the control application, which serves every operation as a JSON route. Its listener decides who may connect.
 */
export function buildControlApplication<Context extends AnyContext>(
  options: ControlApplicationOptions<Context>,
): FastifyInstance {
  const { control, unknown = UNKNOWN } = options;
  const app = fastify({ ...FASTIFY_OPTIONS, bodyLimit: BODY_LIMIT, forceCloseConnections: true });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, control.log));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(CONTROL_ERRORS[unknown.code]).send(errorBody(unknown)),
  );
  for (const operation of options.operations) {
    app.route({
      method: operation.method,
      url: options.prefix + toRoutePattern(operation.path),
      bodyLimit: operation.bodyBytes ?? BODY_LIMIT,
      handler: (request, reply) =>
        answer(operation, options, request, reply).catch((error: unknown) => {
          warnIfUndeclared(operation, error, control.log);
          throw error;
        }),
    });
  }
  return app;
}

async function answer<Context extends AnyContext>(
  operation: AnyOperation<Context>,
  { caller, control }: ControlApplicationOptions<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const raw = { control, caller, params: request.params, body: request.body, signal: gone.signal };
  if (operation.kind === 'single') return operation.invoke(raw);
  return sendStream(reply, gone.signal, control.clock, (emit) => operation.invoke(raw, emit));
}

/** The documentation lists what operations declare. */
function warnIfUndeclared(
  { name, errors }: Pick<AnyOperation, 'name' | 'errors'>,
  error: unknown,
  log: Logger,
): void {
  const { code } = toControlError(error);
  if (COMMON_ERRORS.includes(code) || errors.includes(code)) return;
  log.warn({ operation: name, code }, 'control operation answered with an undeclared error');
}

/** What a stream answers that fails before its first item; reported as for other requests. */
export function describeFailure(
  operation: Pick<AnyOperation, 'name' | 'errors'>,
  error: unknown,
  log: Logger,
): ControlErrorBody & { readonly status: number } {
  warnIfUndeclared(operation, error, log);
  const known = toControlError(error);
  if (known.code === 'internal')
    log.error({ err: error, operation: operation.name }, 'control request failed');
  return { ...errorBody(known), status: CONTROL_ERRORS[known.code] };
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const known = toControlError(error);
  if (known.code === 'internal') log.error({ err: error, url: request.url }, 'control request failed');
  return reply.code(CONTROL_ERRORS[known.code]).send(errorBody(known));
}

/** Converts an error to the one that the caller receives. */
export function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  if (error instanceof InputError) return new ControlError('invalid', error.message, error.hint);
  if (error instanceof UserError) return new ControlError('refused', error.message, error.hint);
  if (error instanceof ServiceError) {
    return toRefusal(error);
  }
  if (isClientError(error)) return new ControlError('invalid', messageOf(error));
  // An operation of the service in this process that could not be stored.
  const explained = isDiskFull(error) ? toUserError(error) : error;
  if (explained instanceof UserError) return new ControlError('internal', explained.message, explained.hint);
  return new ControlError('internal', messageOf(error));
}

/** What the service says, and what the person can do about it. */
function toRefusal({ status, code, field, message }: ServiceError): ControlError {
  if (status === 0) return new ControlError('unavailable', message);
  if (field !== null) return new ControlError('refused', `${message}: ${field}`);
  const hint = HINTS.find((one) => one.code === code)?.hint ?? null;
  return new ControlError('refused', message, hint);
}

export function errorBody({ code, message, hint }: ControlError): ControlErrorBody {
  return { error: { code, message, hint } };
}

/** Fastify's own errors (a body that is not JSON, too large, …) have a status below 500. */
function isClientError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  );
}
