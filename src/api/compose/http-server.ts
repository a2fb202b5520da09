import type { Server } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { FASTIFY_OPTIONS } from '../../net/http/fastify-options.js';
import { createHttpServer } from '../../net/http/http-server.js';
import { serveAllowedPeers } from '../../net/http/serve-allowed-peers.js';
import { type CrossOriginUse, isOriginAllowed, type OriginatedRequest } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import type { ImageStore } from '../../store/messages.js';
import {
  addAuthorizePage,
  type PageRouteDependencies,
  routeByReader,
} from '../authorize-page/authorize-page-routes.js';
import { RestError, restErrorBody } from '../core/errors.js';
import { readFormBody, readJson } from '../core/http/body-parsers.js';
import { errorReply } from '../core/http/error-reply.js';
import type { FailureLog } from '../core/http/failure-log.js';
import type { HostAllowlist } from '../core/http/host-allowlist.js';
import { BODY_BYTES } from '../core/limits.js';
import type { ServiceObserver } from '../core/service-observer.js';
import { type AttachmentRouteDependencies, addAttachmentRoute } from '../rest/cdn/attachment-route.js';
import { addCdn } from '../rest/cdn/image-routes.js';
import { operationListener, type RequestContext } from '../rest/operation-request.js';
import type { OperationRoutes } from '../rest/operation-routes.js';
import { plainApiPath, versionNumberOf } from '../versions/api-path.js';
import type { ApiVersion } from '../versions/version.js';

/** What is served over HTTP. */
export interface HttpContext extends Omit<RequestContext, 'isAllowed'> {
  readonly routes: OperationRoutes;
  /** the versions of the interface in service, by their numbers as clients write them */
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly page: PageRouteDependencies;
  readonly images: ImageStore;
  readonly attachments: AttachmentRouteDependencies;
}

/** How long a connection may wait for the next request, as `HttpConnections` limits it, in milliseconds. */
const KEEP_ALIVE_TIMEOUT = 60_000;

/** Creates the HTTP server of the REST interface without listening. */
export async function createApiServer(
  context: HttpContext,
  hosts: HostAllowlist,
  peers: PeerCheck,
): Promise<{ app: FastifyInstance; server: Server }> {
  const { page, images, attachments, routes, versions, failures } = context;
  const isAllowed = (request: OriginatedRequest, use?: CrossOriginUse): boolean => {
    const ownOrigin = hosts.originOf(request.headers.host);
    return ownOrigin !== null && isOriginAllowed(request, ownOrigin, use);
  };
  const operations = {
    ...context,
    isAllowed: (request: OriginatedRequest) => isAllowed(request),
  };
  const server = createHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  peers.guard(server);
  const app = Fastify({
    ...FASTIFY_OPTIONS,
    serverFactory: (handler) => {
      serveAllowedPeers(
        server,
        peers,
        { forbidden: restErrorBody('FORBIDDEN'), badRequest: restErrorBody('BAD_REQUEST') },
        operationListener(routes, operations, handler),
      );
      return server;
    },
    bodyLimit: BODY_BYTES.PLAIN,
    logger: false,
    rewriteUrl: (request) => routeByReader(plainApiPath(request.url ?? '/'), request),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => sendError(reply, error, request, failures),
  });
  addBodyParsers(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const { crossOriginUse } = request.routeOptions.config ?? {};
    if (!isAllowed(request, crossOriginUse)) return done(new RestError('FORBIDDEN'));
    // An absolute request target could name another host than the checked header.
    if (!request.originalUrl.startsWith('/')) return done(new RestError('BAD_REQUEST'));
    const isInService = versions.has(versionNumberOf(request.originalUrl));
    done(isInService ? undefined : new RestError('INVALID_API_VERSION'));
  });
  app.setErrorHandler((error, request, reply) => sendError(reply, error, request, failures));
  addCdn(app, images);
  addAttachmentRoute(app, attachments);
  addAuthorizePage(app, page);
  answerUnknown(app, routes);
  await app.ready();
  return { app, server };
}

/** Adds the parsers of JSON and form bodies for what is not an operation, such as the authorization page. */
function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, bodyLimit: number, read: (body: Buffer) => unknown): void => {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      try {
        done(null, read(body));
      } catch (error) {
        done(error instanceof Error ? error : new RestError('BAD_REQUEST'));
      }
    });
  };
  add('application/json', BODY_BYTES.PLAIN, readJson);
  add('application/x-www-form-urlencoded', BODY_BYTES.FORM, readFormBody);
}

/**
 * Without a charset, because some clients accept nothing else as JSON. Fastify leaves it unchanged only if it does not
 * serialize.
 */
const JSON_TYPE = 'application/json';

const toText = (text: unknown): string => String(text);

/** Sends a failure as JSON, whatever was thrown, and logs it if it is an internal error. */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  request: FastifyRequest,
  failures: FailureLog,
): void {
  const { status, headers, body, ours } = errorReply(error);
  if (ours) failures.failed(error, { method: request.method, route: request.routeOptions.url });
  const text = JSON.stringify(body);
  void reply.code(status).headers(headers).header('content-type', JSON_TYPE).serializer(toText).send(text);
}

/** Answers what is neither an operation nor a route: an unknown path, a wrong method, or a parameter that is too long. */
function answerUnknown(app: FastifyInstance, routes: OperationRoutes): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = routes.methodsAt(path);
    // OperationRoutes finds those of known methods, except too long ones.
    if (methods.includes(request.method === 'HEAD' ? 'GET' : request.method))
      throw new RestError('URI_TOO_LONG');
    const isKnown = methods.length > 0;
    const { status, code, message } = isKnown ? REST_ERRORS.METHOD_NOT_ALLOWED : REST_ERRORS.NOT_FOUND;
    if (isKnown) reply.header('allow', methods.join(', '));
    return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify({ code, message }));
  });
}

/** Reports the status of each response of a server, whichever part of the service sends it. */
export function countResponses(server: Server, observer: Pick<ServiceObserver, 'answered'>): void {
  server.prependListener('request', (_request, response) => {
    response.once('close', () => {
      if (response.headersSent) observer.answered(response.statusCode);
    });
  });
}
