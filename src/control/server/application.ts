import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ServiceError } from '../../client/service-error.js';
import { collectBody, hasEmptyBody, mediaTypeOf } from '../../net/http/collect-body.js';
import { dropRest } from '../../net/http/drop-rest.js';
import { type HttpReply, sendHttpReply } from '../../net/http/http-reply.js';
import { decodePath, splitTarget } from '../../net/http/request-target.js';
import type { CrossOriginUse } from '../../net/origin-check.js';
import { InputError, messageOf, UserError } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import { isDiskFull, toUserError } from '../../platform/system-errors.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { readParameters } from '../../protocol/declaration/path-template.js';
import { type Routed, RouteTable } from '../../protocol/declaration/route-table.js';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import type { Caller } from '../caller.js';
import type { ControlContext } from '../context.js';
import { CONTROL_ERRORS, ControlError, type ControlErrorBody } from '../errors.js';
import { type AnyOperation, COMMON_ERRORS } from '../operation.js';
import { sendStream } from './stream-reply.js';

/** The maximum size of a request body, in bytes. */
const BODY_LIMIT = 64 * 1024;

/** How long requests in progress may take at the end, in milliseconds: others have to stop after this one. */
export const FINISH_WITHIN_MS = 500;

/** What any context has. */
export type AnyContext = Pick<ControlContext, 'clock' | 'log'>;

/** A request for a route. */
export interface ControlRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** of the path, decoded */
  readonly segments: readonly string[];
  /** the parameters by their names in the path of the route */
  readonly params: Readonly<Record<string, string>>;
  /** JSON; undefined if there is none */
  readonly body: unknown;
}

/** What is served at a path. */
export interface ControlRoute extends Routed {
  /** how pages of other origins may use it; not at all by default */
  readonly crossOriginUse?: CrossOriginUse;
  /** whether pages that were open before the daemon restarted may use it; it has no secrets. Not by default */
  readonly servesFormerRuns?: boolean;
  /** the largest body in bytes, where it is not the usual one */
  readonly bodyBytes?: number;
  /** @returns null if it has replied itself */
  answer(request: ControlRequest): HttpReply | null | Promise<HttpReply | null>;
}

export interface ControlApplicationOptions<Context extends AnyContext> {
  readonly operations: readonly AnyOperation<Context>[];
  /** prefix of each path, e.g. `/api`; may be empty */
  readonly prefix: string;
  readonly control: Context;
  /** who may connect to its listener */
  readonly caller: Caller;
  /** the error of other paths */
  readonly unknown?: ControlError;
  /** what is served besides the operations */
  readonly routes?: readonly ControlRoute[];
  /** answers GET for all other paths */
  readonly otherPaths?: ControlRoute;
  /** of every reply */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Decides whether a request is served, before anything of its body is read.
   *
   * @param route that it matches; null: none
   * @returns a reply, in place of that of the route; null: it is served
   * @throws {ControlError}
   */
  check?(request: IncomingMessage, route: ControlRoute | null): HttpReply | null;
}

/** What the person can do about refusals of the service (docs/rest.md, Errors). */
const EXPLAINED: readonly { readonly code: number; readonly message?: string; readonly hint: string }[] = [
  {
    code: REST_ERRORS.ONLY_BOTS.code,
    message: 'the service lets only bots do that',
    hint: 'Only the operator of this service can do that for you: guildhall guilds create NAME --owner USER --home HOME',
  },
  {
    code: REST_ERRORS.MISSING_PERMISSIONS.code,
    hint: 'Your roles in this guild do not allow it, or the role or member is above yours. Its owner can change that.',
  },
  { code: REST_ERRORS.USER_BANNED.code, hint: 'Its moderators can lift the ban.' },
  { code: REST_ERRORS.UNKNOWN_INVITE.code, hint: 'It is expired, used up or deleted; ask for another one.' },
];

/** There is nothing at this path. */
export const UNKNOWN_PATH = new ControlError('not_found', 'There is nothing at this path.');

/** Serves every operation as a JSON route, and what else there is. Its server decides who may connect. */
export class ControlApplication<Context extends AnyContext> {
  readonly #routes: RouteTable<ControlRoute>;
  /** responses of running streams */
  readonly #streams = new Set<ServerResponse>();

  constructor(private readonly options: ControlApplicationOptions<Context>) {
    const { operations, routes = [] } = options;
    this.#routes = new RouteTable([...operations.map((one) => this.#toRoute(one)), ...routes]);
  }

  readonly listener: RequestListener = (message, response) => {
    const { control, headers } = this.options;
    const send = (reply: HttpReply | null) => {
      if (reply !== null) sendHttpReply(response, { ...reply, headers: { ...headers, ...reply.headers } });
    };
    this.#answer(message, response).then(send, (error: unknown) => {
      const known = toControlError(error);
      if (known.code === 'internal')
        control.log.error({ err: error, url: message.url }, 'control request failed');
      if (!message.complete) void dropRest(message);
      send(toErrorReply(known));
    });
  };

  /** Aborts streams, so that they do not seem complete. */
  endStreams(): void {
    for (const response of this.#streams) response.destroy();
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<HttpReply | null> {
    const { check, otherPaths = null, unknown = UNKNOWN_PATH } = this.options;
    const { method = '', url = '' } = message;
    const segments = decodePath(splitTarget(url).path);
    const found = segments === null ? null : this.#routes.find(method, segments);
    const route = found ?? (method === 'GET' ? otherPaths : null);
    const refused = check?.(message, route) ?? null;
    if (refused !== null) return refused;
    if (route === null || segments === null) throw unknown;
    const params = readParameters(route.path, segments);
    const body = method === 'GET' ? undefined : await receiveJson(message, route.bodyBytes ?? BODY_LIMIT);
    return await route.answer({ message, response, segments, params, body });
  }

  #toRoute(operation: AnyOperation<Context>): ControlRoute {
    const { caller, control, prefix } = this.options;
    const { bodyBytes = BODY_LIMIT, method, path } = operation;
    const invoke = async ({ response, params, body }: ControlRequest) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const raw = { control, caller, params, body, signal: gone.signal };
      if (operation.kind === 'single') return toJsonReply(200, await operation.invoke(raw));
      this.#streams.add(response);
      response.once('close', () => this.#streams.delete(response));
      await sendStream(response, gone.signal, control.clock, (emit) => operation.invoke(raw, emit));
      return null;
    };
    return {
      method,
      path: prefix + path,
      bodyBytes,
      answer: (request) =>
        invoke(request).catch((error: unknown) => {
          warnIfUndeclared(operation, error, control.log);
          throw error;
        }),
    };
  }
}

/** The JSON body of a request; undefined if it is empty. @throws {ControlError} invalid */
async function receiveJson(message: IncomingMessage, most: number): Promise<unknown> {
  if (hasEmptyBody(message)) return undefined;
  if (mediaTypeOf(message) !== 'application/json') throw new ControlError('invalid', 'The body is not JSON.');
  const bytes = await new Promise<Buffer | null>((resolve) => collectBody(message, most, resolve));
  if (bytes === null) throw new ControlError('invalid', `The body is longer than ${most} bytes.`);
  if (bytes.length === 0) return undefined;
  const body = parseJson(bytes.toString());
  if (body === undefined) throw new ControlError('invalid', 'The body is not JSON.');
  return body;
}

export function toJsonReply(status: number, value: unknown): HttpReply {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(value) };
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

export function redirectReply(location: string): HttpReply {
  return { status: 302, headers: { location }, body: '' };
}

function toErrorReply(error: ControlError): HttpReply {
  return toJsonReply(CONTROL_ERRORS[error.code], errorBody(error));
}

/** Converts an error to the one that the caller receives. */
export function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  if (error instanceof InputError) return new ControlError('invalid', error.message, error.hint);
  if (error instanceof UserError) return new ControlError('refused', error.message, error.hint);
  if (error instanceof ServiceError) {
    return toRefusal(error);
  }
  // An operation of the service in this process that could not be stored.
  const explained = isDiskFull(error) ? toUserError(error) : error;
  if (explained instanceof UserError) return new ControlError('internal', explained.message, explained.hint);
  return new ControlError('internal', messageOf(error));
}

/** What the service says, and what the person can do about it. */
function toRefusal({ status, code, field, message }: ServiceError): ControlError {
  if (status === 0) return new ControlError('unavailable', message);
  if (field !== null) return new ControlError('refused', `${message}: ${field}`);
  const known = EXPLAINED.find((one) => one.code === code);
  return new ControlError('refused', known?.message ?? message, known?.hint ?? null);
}

export function errorBody({ code, message, hint }: ControlError): ControlErrorBody {
  return { error: { code, message, hint } };
}
