import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { awaitResponse } from '../../net/http/http-response.js';
import type { Component } from '../../platform/lifecycle.js';
import { bodyFraming, requestHeaders } from './headers.js';
import { ProxyRefusal, proxyRefusals } from './refusals.js';

/** How long the service may be silent, in milliseconds. */
const SILENCE_TIMEOUT_MS = 30_000;

/** Idle connections to the service that are kept for later calls. */
const MAX_IDLE_CONNECTIONS = 16;

/** The service that calls are forwarded to; a request cannot name another host. */
export class Upstream implements Component {
  readonly #base: URL;
  readonly #isSecure: boolean;
  readonly #agent: HttpAgent;

  /** @param apiUrl base URL of the REST API, e.g. `http://127.0.0.1:6480/api` */
  constructor(apiUrl: string) {
    this.#base = new URL(apiUrl);
    this.#isSecure = this.#base.protocol === 'https:';
    const options = { keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS };
    this.#agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /**
   * Forwards a request, streams its body, and resolves with the head of the response; the body is still to be read.
   *
   * @param path relative to the base URL of the API
   * @param gone aborts when the application no longer waits; if its reason is a `ProxyRefusal`, that is thrown
   * @throws {ProxyRefusal} 502 or 504 if the service does not respond, or with a status that HTTP does not define
   */
  async call(
    request: IncomingMessage,
    path: string,
    authorization: string,
    gone: AbortSignal,
  ): Promise<IncomingMessage> {
    const { hostname, port, pathname } = this.#base;
    const send = this.#isSecure ? httpsRequest : httpRequest;
    const call = send({
      agent: this.#agent,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: request.method,
      path: `${pathname.replace(/\/+$/, '')}${path}`,
      headers: requestHeaders(request, authorization),
      signal: gone,
      insecureHTTPParser: false,
    });
    call.maxHeadersCount = 0;
    let isSilent = false;
    call.setTimeout(SILENCE_TIMEOUT_MS, () => {
      isSilent = true;
      call.destroy();
    });
    const answered = awaitResponse(call).catch(() => {
      throw refusalOf(gone) ?? (isSilent ? proxyRefusals.timedOut() : proxyRefusals.unreachable());
    });
    if (bodyFraming(request.headers) === null) call.end();
    // Not `pipeline`: if the service fails, that would destroy the connection on which a refusal must be sent.
    else request.pipe(call);
    const answer = await answered;
    const { statusCode = 0 } = answer;
    // Node.js reads statuses that it does not write, such as 099.
    if (statusCode < 200 || statusCode > 599) {
      answer.destroy();
      throw proxyRefusals.unreadable();
    }
    return answer;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
  }
}

/** The refusal to send for an aborted call, if any. */
function refusalOf(gone: AbortSignal): ProxyRefusal | null {
  return gone.reason instanceof ProxyRefusal ? gone.reason : null;
}
