import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorReply } from '../../rest/error-reply.js';
import type { Services } from '../../services.js';
import { OAuth2Error } from '../oauth2-error.js';
import { AuthorizePage, type PageRequest } from './authorize-page.js';
import type { PageAddress } from './form-proof.js';
import { type PageAnswer, pageAnswer } from './page-answer.js';
import { readsHtml } from './reads-html.js';
import { failureView } from './views.js';

const PATH = '/api/oauth2/authorize';

/** Serves the authorization page to browsers, beside the JSON operations of the same address (RFC 9110 §12.1). */
export function addAuthorizePage(app: FastifyInstance, services: Services): void {
  app.addConstraintStrategy({
    name: 'reader',
    storage: () => new HandlersByReader(),
    deriveConstraint: ({ headers }) => (readsHtml(headers.accept) ? 'browser' : 'program'),
    validate: () => undefined,
  });
  app.addHook('onRequest', (request, reply, done) => {
    // The path itself: asking for the route's options costs every other request something.
    if (request.url.startsWith(PATH)) reply.header('vary', 'Accept');
    done();
  });
  const page = new AuthorizePage(services);
  const answers = {
    GET: (request: PageRequest) => page.show(request),
    POST: (request: PageRequest) => page.decide(request),
  };
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: PATH,
      constraints: { reader: 'browser' },
      errorHandler: (error, request, reply) => send(reply, failure(error, request, services)),
      async handler(request, reply) {
        services.rateLimiter.take(request.ip, `${method} ${PATH}`, (name, value) =>
          reply.header(name, value),
        );
        send(reply, await answers[method](pageRequest(request, services)));
        return reply;
      },
    });
  }
}

/** Where the framework keeps which handler is for whom. */
class HandlersByReader<Handler> {
  readonly #handlers = new Map<unknown, Handler>();

  get(reader: unknown): Handler | null {
    return this.#handlers.get(reader) ?? null;
  }

  set(reader: unknown, handler: Handler): void {
    this.#handlers.set(reader, handler);
  }
}

function pageRequest({ query, body, headers, ip }: FastifyRequest, services: Services): PageRequest {
  return { query, body, headers, from: ip, address: pageAddress(headers.host, services) };
}

/** @param host the Host header, which is one of ours */
function pageAddress(host = '', { gatewayUrl }: Services): PageAddress {
  const gateway = new URL(gatewayUrl());
  return { host, secure: gateway.protocol === 'wss:' && gateway.host === host.toLowerCase() };
}

function failure(error: unknown, request: FastifyRequest, { log }: Services): PageAnswer {
  const { status, headers, body, ours } = errorReply(error);
  if (ours) log.error({ err: error, method: request.method, route: PATH }, 'a request failed');
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
