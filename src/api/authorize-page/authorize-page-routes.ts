import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpReply, sendHttpReply, toHeaders } from '../../net/http/http-reply.js';
import { parseQuery, splitTarget } from '../../net/http/request-target.js';
import type { CrossOriginUse } from '../../net/origin-check.js';
import { OAuth2Error } from '../core/errors.js';
import { errorReply } from '../core/http/error-reply.js';
import type { FailureLog } from '../core/http/failure-log.js';
import type { RateLimiter } from '../core/http/rate-limiter.js';
import { readsPage } from '../core/http/reads-html.js';
import { type ParseBody, receiveBody } from '../core/http/request-body.js';
import { BODY_BYTES } from '../core/limits.js';
import { plainApiPath } from '../versions/api-path.js';
import { AuthorizePage, type PageDependencies, type PageRequest } from './authorize-page.js';
import type { PageAddress } from './form-proof.js';
import { pageAnswer } from './page-answer.js';
import { failureView } from './views.js';

const PATH = '/api/oauth2/authorize';

/** What the routes of the page work with. */
export interface PageRouteDependencies extends PageDependencies {
  readonly rateLimiter: RateLimiter;
  readonly failures: FailureLog;
  /** the gateway's address, e.g. `ws://127.0.0.1:6480` */
  readonly gatewayUrl: () => string;
}

/** Serves the authorization page to browsers, in addition to the JSON operations of the same path (RFC 9110 §12.1). */
export class AuthorizePageRoutes {
  readonly #page: AuthorizePage;

  /** @param check refuses requests by Host, Origin and version */
  constructor(
    private readonly services: PageRouteDependencies,
    private readonly check: (request: IncomingMessage, use: CrossOriginUse) => void,
  ) {
    this.#page = new AuthorizePage(services);
  }

  /** Whether a request is for the page: one of a browser for this path, in any version. */
  isFor(request: IncomingMessage): boolean {
    return readsPage(request) && splitTarget(plainApiPath(request.url ?? '')).path === PATH;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const headers = ['vary', 'Accept'];
    const send = (reply: HttpReply) =>
      sendHttpReply(response, { ...reply, headers: { ...toHeaders(headers), ...reply.headers } });
    const refuse = (error: unknown) => send(this.#toFailure(error, request));
    try {
      // Applications send browsers here. The form is posted to the same path.
      this.check(request, request.method === 'GET' ? 'navigation' : 'none');
      // Forms are limited only if the token is wrong, so that nobody else can exhaust a person's quota.
      if (request.method === 'GET') {
        const { remoteAddress = '' } = request.socket;
        this.services.rateLimiter.take(remoteAddress, `GET ${PATH}`, headers);
      }
    } catch (error) {
      refuse(error);
      return;
    }
    const received = (parse: ParseBody) => void this.#decide(request, parse).then(send, refuse);
    receiveBody(request, BODY_BYTES.FORM, received, refuse);
  }

  async #decide(message: IncomingMessage, parse: ParseBody): Promise<HttpReply> {
    const { headers, method, socket, url = '' } = message;
    const request: PageRequest = {
      query: parseQuery(splitTarget(url).query),
      body: parse(),
      headers,
      from: socket.remoteAddress ?? '',
      address: this.#address(headers.host),
    };
    return method === 'GET' ? this.#page.show(request) : this.#page.decide(request);
  }

  /** @param host the Host header, which was checked to be one of ours */
  #address(host = ''): PageAddress {
    const gateway = new URL(this.services.gatewayUrl());
    return { host, secure: gateway.protocol === 'wss:' && gateway.host === host.toLowerCase() };
  }

  #toFailure(error: unknown, { method = '' }: IncomingMessage): HttpReply {
    const { status, headers, body, isInternal } = errorReply(error);
    if (isInternal) this.services.failures.failed(error, { method, route: PATH });
    const message =
      error instanceof OAuth2Error ? error.message : 'message' in body ? String(body.message) : '';
    return pageAnswer(status, failureView(message), headers);
  }
}
