import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { FASTIFY_OPTIONS } from '../../net/fastify-options.js';
import { createHttpServer } from '../../net/http-server.js';
import { keepConnectionsAlive } from '../../net/keep-connections-alive.js';
import { type CrossOriginUse, isOriginAllowed, type OriginatedRequest } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { serveAllowedPeers } from '../../net/serve-allowed-peers.js';
import { WholeResponses } from '../../net/whole-responses.js';
import type { Clock } from '../../platform/clock.js';
import type { ImageStore } from '../../store/messages.js';
import {
  addAuthorizePage,
  type PageRouteDependencies,
  routeByReader,
} from '../authorize-page/authorize-page-routes.js';
import { BODY_BYTES } from '../core/body-bytes.js';
import type { HostAllowlist } from '../core/http/host-allowlist.js';
import { RestError, restErrorBody } from '../core/rest-error.js';
import { type AttachmentRouteDependencies, addAttachmentRoute } from '../rest/cdn/attachment-route.js';
import { addCdn } from '../rest/cdn/image-routes.js';
import { operationListener } from '../rest/operation-listener.js';
import type { RequestContext } from '../rest/operation-request.js';
import type { OperationRoutes } from '../rest/operation-routes.js';
import { ReplySender } from '../rest/send-reply.js';
import { plainApiPath, versionNumberOf } from '../versions/api-path.js';
import type { ApiVersion } from '../versions/version.js';
import { addBodyParsers } from './body-parsers.js';
import { answerUnknown, sendError } from './other-requests.js';

/** What is served over HTTP. */
export interface HttpContext extends Omit<RequestContext, 'isAllowed' | 'replies'> {
  readonly routes: OperationRoutes;
  /** the versions of the interface in service, by their numbers as clients write them */
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly page: PageRouteDependencies;
  readonly images: ImageStore;
  readonly attachments: AttachmentRouteDependencies;
  readonly clock: Clock;
}

/** How long a connection may wait for the next request, as `HttpConnections` limits it, in milliseconds. */
const KEEP_ALIVE_TIMEOUT = 60_000;

/** Creates the HTTP server of the REST interface without listening. */
export async function createApiServer(
  context: HttpContext,
  hosts: HostAllowlist,
  peers: PeerCheck,
): Promise<{ app: FastifyInstance; server: Server }> {
  const { page, images, attachments, routes, versions, clock, failures } = context;
  const isAllowed = (request: OriginatedRequest, use?: CrossOriginUse): boolean => {
    const ownOrigin = hosts.originOf(request.headers.host);
    return ownOrigin !== null && isOriginAllowed(request, ownOrigin, use);
  };
  const operations = {
    ...context,
    isAllowed: (request: OriginatedRequest) => isAllowed(request),
    replies: new ReplySender(new WholeResponses(clock, KEEP_ALIVE_TIMEOUT)),
  };
  const server = createHttpServer();
  keepConnectionsAlive(server, KEEP_ALIVE_TIMEOUT);
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
