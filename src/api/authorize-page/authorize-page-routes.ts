import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { allowCrossOrigin } from '../../net/http/route-origins.js';
import { OAuth2Error, RestError } from '../core/errors.js';
import { errorReply } from '../core/http/error-reply.js';
import type { FailureLog } from '../core/http/failure-log.js';
import type { RateLimiter } from '../core/http/rate-limiter.js';
import { readsPage } from '../core/http/reads-html.js';
import { plainApiPath } from '../versions/api-path.js';
import { AuthorizePage, type PageDependencies, type PageRequest } from './authorize-page.js';
import type { PageAddress } from './form-proof.js';
import { type PageAnswer, pageAnswer } from './page-answer.js';
import { failureView } from './views.js';

const PATH = '/api/oauth2/authorize';
/** The internal route of the page. Requests from outside for this path are refused. */
const PAGE_ROUTE = '/page/oauth2/authorize';

/**
 * The path by which a request is routed: the page's own if a browser requests it, otherwise unchanged. Done here and
 * not as a router constraint, which would slow down every request.
 *
 * @param path with its query, without a version
 */
export function routeByReader(path: string, request: IncomingMessage): string {
  if (!path.startsWith(PATH)) return path;
  const rest = path.slice(PATH.length);
  const isPath = rest === '' || rest.startsWith('?');
  return isPath && readsPage(request) ? PAGE_ROUTE + rest : path;
}

/** What the routes of the page work with. */
export interface PageRouteDependencies extends PageDependencies {
  readonly rateLimiter: RateLimiter;
  readonly failures: FailureLog;
  /** the gateway's address, e.g. `ws://127.0.0.1:6480` */
  readonly gatewayUrl: () => string;
}

/** Serves the authorization page to browsers, in addition to the JSON operations of the same path (RFC 9110 §12.1). */
export function addAuthorizePage(app: FastifyInstance, services: PageRouteDependencies): void {
  const page = new AuthorizePage(services);
  const answers = {
    GET: (request: PageRequest) => page.show(request),
    POST: (request: PageRequest) => page.decide(request),
  };
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: PAGE_ROUTE,
      // Applications send browsers here. The form is posted to the same path.
      config: allowCrossOrigin(method === 'GET' ? 'navigation' : 'none'),
      onRequest: [refuseOwnAddress, varyByReader],
      errorHandler: (error, request, reply) => send(reply, failure(error, request, services)),
      async handler(request, reply) {
        // Forms are limited only if the token is wrong, so that nobody else can exhaust a person's quota.
        if (method === 'GET') countRequest(request, reply, services);
        send(reply, await answers[method](pageRequest(request, services)));
        return reply;
      },
    });
  }
}

function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimiter }: PageRouteDependencies,
): void {
  rateLimiter.take(request.ip, `GET ${PATH}`, (headers) => {
    for (let index = 0; index < headers.length; index += 2)
      reply.header(headers[index] ?? '', headers[index + 1]);
  });
}

const varyByReader: onRequestHookHandler = (_request, reply, done) => {
  reply.header('vary', 'Accept');
  done();
};

const refuseOwnAddress: onRequestHookHandler = ({ originalUrl }, _reply, done) =>
  done(plainApiPath(originalUrl).startsWith(PATH) ? undefined : new RestError('NOT_FOUND'));

function pageRequest(
  { query, body, headers, ip }: FastifyRequest,
  services: PageRouteDependencies,
): PageRequest {
  return { query, body, headers, from: ip, address: pageAddress(headers.host, services) };
}

/** @param host the Host header, which was checked to be one of ours */
function pageAddress(host = '', { gatewayUrl }: PageRouteDependencies): PageAddress {
  const gateway = new URL(gatewayUrl());
  return { host, secure: gateway.protocol === 'wss:' && gateway.host === host.toLowerCase() };
}

function failure(error: unknown, request: FastifyRequest, { failures }: PageRouteDependencies): PageAnswer {
  const { status, headers, body, ours } = errorReply(error);
  if (ours) failures.failed(error, { method: request.method, route: PATH });
  const message =
    error instanceof OAuth2Error ? error.message : 'message' in body ? String(body.message) : '';
  return pageAnswer(status, failureView(message), headers);
}

function send(reply: FastifyReply, { status, headers, html }: PageAnswer): void {
  void reply
    .code(status)
    .headers(headers)
    .send(html ?? '');
}
