import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { dropRest } from '../../net/http/drop-rest.js';
import { type HttpReply, sendHttpReply } from '../../net/http/http-reply.js';
import { createHttpServer } from '../../net/http/http-server.js';
import { decodePath, parseQuery, splitTarget } from '../../net/http/request-target.js';
import { serveAllowedPeers } from '../../net/http/serve-allowed-peers.js';
import { type CrossOriginUse, isOriginAllowed } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { readParameters } from '../../protocol/declaration/path-template.js';
import { RouteTable } from '../../protocol/declaration/route-table.js';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import type { ImageStore } from '../../store/messages.js';
import { AuthorizePageRoutes, type PageRouteDependencies } from '../authorize-page/authorize-page-routes.js';
import { RestError, restErrorBody } from '../core/errors.js';
import { errorReply } from '../core/http/error-reply.js';
import type { HostAllowlist } from '../core/http/host-allowlist.js';
import type { ServiceObserver } from '../core/service-observer.js';
import { CallTurns } from '../rest/call-turns.js';
import { type AttachmentRouteDependencies, attachmentRoute } from '../rest/cdn/attachment-route.js';
import type { CdnRoute } from '../rest/cdn/cdn-route.js';
import { imageRoutes } from '../rest/cdn/image-routes.js';
import { OperationRequest, type RequestContext } from '../rest/operation-request.js';
import { MAX_PARAMETER, type OperationRoutes } from '../rest/operation-routes.js';
import { RequestTurns, senderFinder } from '../rest/request-turns.js';
import { sendFailure } from '../rest/send-reply.js';
import { plainApiPath, versionNumberOf } from '../versions/api-path.js';
import type { ApiVersion } from '../versions/version.js';

/** What is served over HTTP. */
export interface HttpContext
  extends Omit<RequestContext, 'changeTurns' | 'isAllowed' | 'readTurns' | 'turns'> {
  readonly routes: OperationRoutes;
  /** the versions of the interface in service, by their numbers as clients write them */
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly page: PageRouteDependencies;
  readonly images: ImageStore;
  readonly attachments: AttachmentRouteDependencies;
  /** receives the status of each response, whichever part of the service sends it */
  readonly observer: Pick<ServiceObserver, 'answered'> | null;
}

/** How long a connection may wait for the next request, as `HttpConnections` limits it, in milliseconds. */
const KEEP_ALIVE_TIMEOUT = 60_000;

/** How many reads, and how many changes, of one user are carried out at a time. */
const READS = 8;
const CHANGES = 32;

/** Creates the HTTP server of the REST interface without listening. */
export function createApiServer(context: HttpContext, hosts: HostAllowlist, peers: PeerCheck): Server {
  const { authentication, observer } = context;
  const server = createHttpServer({
    answered: observer && ((status) => observer.answered(status)),
    async findSender({ headers: { authorization } }) {
      const caller = authorization === undefined ? null : await authentication.byHeader(authorization);
      return caller?.user.id ?? null;
    },
  });
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  peers.guard(server);
  const refusals = { forbidden: restErrorBody('FORBIDDEN'), badRequest: restErrorBody('BAD_REQUEST') };
  const turns = new RequestTurns(senderFinder(authentication));
  server.on('connection', () => turns.accepted());
  serveAllowedPeers(server, peers, refusals, createListener(context, hosts, turns));
  return server;
}

/** Answers the requests for operations, the authorization page, images and files, and refuses all others. */
function createListener(context: HttpContext, hosts: HostAllowlist, turns: RequestTurns): RequestListener {
  const { attachments, failures, images, routes, versions } = context;
  const isAllowed = (request: IncomingMessage, use?: CrossOriginUse): boolean => {
    const ownOrigin = hosts.originOf(request.headers.host);
    return ownOrigin !== null && isOriginAllowed(request, ownOrigin, use);
  };
  const operations = {
    ...context,
    isAllowed: (request: IncomingMessage) => isAllowed(request),
    turns,
    readTurns: new CallTurns(READS, turns),
    changeTurns: new CallTurns(CHANGES, turns),
  };
  const check = (request: IncomingMessage, use: CrossOriginUse): void => {
    const { url = '' } = request;
    if (!isAllowed(request, use)) throw new RestError('FORBIDDEN');
    // An absolute request target could name a host other than the checked header.
    if (!url.startsWith('/')) throw new RestError('BAD_REQUEST');
    if (!versions.has(versionNumberOf(url))) throw new RestError('INVALID_API_VERSION');
  };
  const page = new AuthorizePageRoutes(context.page, check);
  const cdn = new RouteTable<CdnRoute>([...imageRoutes(images), attachmentRoute(attachments)]);

  async function answerOther(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = message;
    const { path, query } = splitTarget(url);
    const segments = decodePath(path);
    const asRead = method === 'HEAD' ? 'GET' : method;
    const route = segments === null ? null : cdn.find(asRead, segments);
    try {
      check(message, route === null ? 'none' : 'embedding');
      if (segments === null) throw new RestError('BAD_REQUEST');
      if (route === null) {
        sendHttpReply(response, refuseUnknown(asRead, routes.methodsAt(plainApiPath(path))));
        return;
      }
      if (segments.some(({ length }) => length > MAX_PARAMETER)) throw new RestError('URI_TOO_LONG');
      const params = readParameters(route.path, segments);
      await route.answer({ message, response, params, query: parseQuery(query) });
    } catch (error) {
      const failure = errorReply(error);
      if (failure.isInternal) failures.failed(error, { method, route: route?.path });
      if (!message.complete) void dropRest(message);
      sendFailure(response, failure);
    }
  }

  const answer: RequestListener = (request, response) => {
    const route = routes.find(request.method ?? '', request.url ?? '');
    const mayBePage = route === null || route.endpoint.operation.hasPage;
    if (mayBePage && page.isFor(request)) page.answer(request, response);
    else if (route === null) void answerOther(request, response);
    else new OperationRequest(operations, route, request, response).answer();
  };
  return (request, response) => turns.run(request, () => answer(request, response));
}

/**
 * The reply to a request for neither an operation nor an image or file: of an unknown path, or with a wrong method.
 *
 * @param methods of the operations of the path
 * @throws {RestError} if a parameter is too long
 */
function refuseUnknown(method: string, methods: readonly string[]): HttpReply {
  // OperationRoutes finds those of known methods, except too long ones.
  if (methods.includes(method)) throw new RestError('URI_TOO_LONG');
  const name = methods.length === 0 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED';
  return {
    status: REST_ERRORS[name].status,
    headers: {
      ...(methods.length > 0 && { allow: methods.join(', ') }),
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(restErrorBody(name)),
  };
}
