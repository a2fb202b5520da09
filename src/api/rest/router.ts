import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Logger } from '../../platform/log.js';
import { toRoutePattern } from '../../protocol/declaration/path-template.js';
import { RouteTable } from '../../protocol/declaration/route-table.js';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import type { Authentication } from '../accounts/authentication.js';
import type { Caller } from '../accounts/caller.js';
import { OAuth2Error } from '../oauth2/oauth2-error.js';
import type { Body } from '../versions/body.js';
import type { ApiVersion } from '../versions/version.js';
import { versionNumberOf } from './api-path.js';
import { readReason } from './audit-log-reason.js';
import { addMultipartParser, FormBody } from './body-parsers.js';
import { errorReply } from './error-reply.js';
import { JsonText, OtherStatus } from './handler-result.js';
import { MultipartBody } from './multipart/multipart-body.js';
import type { Call, Operation } from './operation.js';
import { requireAccess } from './operation-access.js';
import type { OperationServices } from './operation-services.js';
import type { RateLimiter } from './rate-limits/rate-limiter.js';
import { bodyReader, queryReader, readParams } from './read-input.js';
import { RestError } from './rest-error.js';

/**
 * Without a charset, because some clients accept nothing else as JSON. Fastify leaves it unchanged only if it does not
 * serialize.
 */
const JSON_TYPE = 'application/json';
/**
 * The content type of replies without a body: some client libraries fail without one, others if it is JSON and the body
 * is empty.
 */
const NO_BODY_TYPE = 'text/html; charset=utf-8';

const toText = (text: unknown): string => String(text);

/** The dependencies of routing, and the services that operations may need. */
export interface RouterContext {
  readonly authentication: Pick<Authentication, 'byHeader'>;
  readonly rateLimiter: RateLimiter;
  /** the versions of the interface in service, by their numbers as clients write them */
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly services: OperationServices;
  readonly log: Logger;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Registers the declared operations on their paths below /api. */
export function addOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: RouterContext,
): void {
  for (const operation of operations) if (!takesFiles(operation)) addOperation(app, operation, context);
  void app.register(async (scope) => {
    addMultipartParser(scope);
    for (const operation of operations) if (takesFiles(operation)) addOperation(scope, operation, context);
  });
  answerUnknown(app, operations);
}

function takesFiles({ accepts }: Operation): boolean {
  return accepts.includes('multipart');
}

function addOperation(app: FastifyInstance, operation: Operation, context: RouterContext): void {
  const plain = answerer(operation, context);
  const answer = takesFiles(operation) ? discardRest(plain) : plain;
  app.route({
    method: operation.method,
    exposeHeadRoute: operation.method === 'GET',
    url: `/api${toRoutePattern(operation.path)}`,
    bodyLimit: operation.bodyBytes,
    onRequest: operation.sendsSecrets ? [forbidCaching] : [],
    async handler(request, reply) {
      try {
        send(reply, operation.status, await answer(request, reply));
      } catch (error) {
        const wirePath = bodyOf(operation, request, context)?.wirePath;
        sendError(reply, error, request, { log: context.log, wirePath });
      }
      return reply;
    },
  });
}

/** Applies to successes and failures. Pragma is for HTTP/1.0 caches. */
const forbidCaching: onRequestHookHandler = (_request, reply, done) => {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  done();
};

interface SendErrorOptions extends Pick<RouterContext, 'log'> {
  /** of the body of the request, if it has one */
  readonly wirePath?: Body<unknown>['wirePath'] | undefined;
}

/** Sends a failure as JSON, whatever was thrown, and logs it if it is an internal error. */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  request: FastifyRequest,
  { log, wirePath }: SendErrorOptions,
): void {
  const { status, headers, body, ours } = errorReply(error, wirePath);
  if (ours) {
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed');
  }
  const text = JSON.stringify(body);
  void reply.code(status).headers(headers).header('content-type', JSON_TYPE).serializer(toText).send(text);
}

/**
 * Returns a function that authenticates the caller, takes the quota, reads ids of the path, query and body, in this
 * order, and calls the handler.
 */
function answerer(operation: Operation, context: RouterContext): Answer {
  const { rateLimiter, services } = context;
  const readQuery = queryReader(operation);
  const checkBody = bodyReader(operation);
  const bucketOf = bucketReader(operation);
  return async (request, reply) => {
    const found = findCaller(request, operation, context);
    const caller = found instanceof Promise ? await found : found;
    const countRequest = (who: string) =>
      rateLimiter.take(who, bucketOf(request), (name, value) => reply.header(name, value));
    if (operation.access !== 'application') countRequest(caller?.token.hash ?? request.ip);
    const version = requestedVersion(request, context);
    const call: Call<string, unknown, unknown> = {
      caller: needsCaller(operation) ? requireAccess(caller, operation.access) : null,
      params: readParams(request.params as Record<string, string>),
      query: readQuery(request.query),
      readBody: checkBody(
        uploadOf(request) === null ? plainBody(request.body, operation) : undefined,
        version,
      ),
      upload: uploadOf(request),
      services,
      version,
      reason: readReason(request.headers['x-audit-log-reason']),
      authorization: request.headers.authorization,
      address: request.ip,
      countRequest,
    };
    return operation.handle(call);
  };
}

/** Discards the unread rest of a form before the reply is sent; Node.js would do so without a limit. */
function discardRest(answer: Answer): Answer {
  return async (request, reply) => {
    try {
      return await answer(request, reply);
    } finally {
      uploadOf(request)?.dropRest();
    }
  };
}

/**
 * Returns a function that determines the bucket of a request for an operation: its route with the guild or channel id.
 */
function bucketReader({ method, path }: Operation): (request: FastifyRequest) => string {
  const route = `${method} ${path}`;
  const major = /^\/(guilds|channels)\/\{/.exec(path)?.[1];
  if (major === undefined) return () => route;
  const name = major === 'guilds' ? 'guild_id' : 'channel_id';
  return ({ params }) => `${route} ${(params as Record<string, string>)[name]}`;
}

/** The version in the request path; the server has refused unsupported versions. */
function requestedVersion({ originalUrl }: FastifyRequest, { versions }: RouterContext): ApiVersion {
  const version = versions.get(versionNumberOf(originalUrl));
  if (version === undefined) throw new RestError('INVALID_API_VERSION');
  return version;
}

/** The body of an operation in the version that a request asks for. */
function bodyOf(
  { body }: Operation,
  { originalUrl }: FastifyRequest,
  { versions }: RouterContext,
): Body<unknown> | undefined {
  return typeof body === 'string' ? versions.get(versionNumberOf(originalUrl))?.bodies[body] : undefined;
}

function needsCaller({ access }: Operation): boolean {
  return access !== 'anyone' && access !== 'application';
}

function findCaller(
  request: FastifyRequest,
  { access }: Operation,
  { authentication }: RouterContext,
): Caller | null | Promise<Caller | null> {
  const { authorization } = request.headers;
  if (access === 'application' || authorization === undefined) return null;
  return authentication.byHeader(authorization);
}

function uploadOf({ body }: FastifyRequest): MultipartBody | null {
  return body instanceof MultipartBody ? body : null;
}

function plainBody(body: unknown, { accepts }: Operation): unknown {
  const kind = body instanceof FormBody ? 'form' : 'json';
  if (body !== undefined && !accepts.includes(kind)) throw new RestError('UNSUPPORTED_MEDIA_TYPE');
  if (!(body instanceof FormBody)) return body;
  if (body.repeated !== null) throw new OAuth2Error('invalid_request', `${body.repeated} is repeated`);
  return body.fields;
}

function send(reply: FastifyReply, status: number, result: unknown): void {
  if (result instanceof OtherStatus) {
    send(reply, result.status, result.body);
    return;
  }
  if (result === null || result === undefined) {
    void reply.code(status).header('content-type', NO_BODY_TYPE).send();
    return;
  }
  const text = result instanceof JsonText ? result.text : JSON.stringify(result);
  void reply.code(status).header('content-type', JSON_TYPE).serializer(toText).send(text);
}

/** Distinguishes a wrong method on a known path from an unknown path. */
function answerUnknown(app: FastifyInstance, operations: readonly Operation[]): void {
  const routes = new RouteTable(operations);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = path.startsWith('/api/') ? routes.methodsAt(path.slice('/api'.length)) : [];
    const isKnown = methods.length > 0;
    const { status, code, message } = isKnown ? REST_ERRORS.METHOD_NOT_ALLOWED : REST_ERRORS.NOT_FOUND;
    if (isKnown) reply.header('allow', methods.join(', '));
    return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify({ code, message }));
  });
}
