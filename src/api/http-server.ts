import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { HTTP_DEADLINES } from '../net/http-connections.js';
import { isOriginAllowed } from '../net/origin-check.js';
import type { PeerCheck } from '../net/peer-check.js';
import { serveAllowedPeers } from '../net/serve-allowed-peers.js';
import { addAttachmentRoute } from './attachments/attachment-route.js';
import { addCdn } from './cdn.js';
import type { HostAllowlist } from './host-allowlist.js';
import { addAuthorizePage, routeByReader } from './oauth2/page/authorize-page-routes.js';
import { plainApiPath, versionNumberOf } from './rest/api-path.js';
import { BODY_BYTES } from './rest/body-bytes.js';
import { addBodyParsers } from './rest/body-parsers.js';
import { errorReply } from './rest/error-reply.js';
import { OPERATIONS } from './rest/operations.js';
import { RestError, restErrorBody } from './rest/rest-error.js';
import { addOperations, sendError } from './rest/router.js';
import type { Services } from './services.js';

/** Creates the HTTP server of the REST interface without listening. */
export async function createHttpServer(
  services: Services,
  hosts: HostAllowlist,
  peers: PeerCheck,
): Promise<{ app: FastifyInstance; server: Server }> {
  const server = createServer({
    ...HTTP_DEADLINES,
    keepAliveTimeout: 60_000,
  });
  peers.guard(server);
  // Node.js would answer invalid HTTP with a response of its own.
  server.on('clientError', (_error, socket) => refuseGarbage(socket));
  const app = Fastify({
    serverFactory: (handler) => {
      serveAllowedPeers(server, peers, restErrorBody('FORBIDDEN'), handler);
      return server;
    },
    bodyLimit: BODY_BYTES.PLAIN,
    exposeHeadRoutes: false,
    logger: false,
    rewriteUrl: (request) => routeByReader(plainApiPath(request.url ?? '/'), request),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => sendError(reply, error, request, services),
  });
  addBodyParsers(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const ownOrigin = hosts.originOf(request.headers.host);
    const { crossOriginUse } = request.routeOptions.config ?? {};
    if (ownOrigin === null || !isOriginAllowed(request, ownOrigin, crossOriginUse)) {
      return done(new RestError('FORBIDDEN'));
    }
    // An absolute request target could name another host than the checked header.
    if (!request.originalUrl.startsWith('/')) return done(new RestError('BAD_REQUEST'));
    const isInService = services.versions.has(versionNumberOf(request.originalUrl));
    done(isInService ? undefined : new RestError('INVALID_API_VERSION'));
  });
  app.setErrorHandler((error, request, reply) => sendError(reply, error, request, services));
  addCdn(app, services);
  addAttachmentRoute(app, services);
  addAuthorizePage(app, services);
  addOperations(app, OPERATIONS, services);
  await app.ready();
  return { app, server };
}

function refuseGarbage(socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = errorReply(new RestError('BAD_REQUEST'));
  const body = JSON.stringify(restErrorBody('BAD_REQUEST'));
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
