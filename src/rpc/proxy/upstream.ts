import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Component } from '../../platform/lifecycle.js';
import { requestHeaders } from './headers.js';
import { ProxyRefusal, proxyRefusals } from './refusals.js';

/** How long the service may be silent, in milliseconds. */
const SILENCE = 30_000;

/** Connections to the service that are kept for later calls. */
const IDLE_CONNECTIONS = 16;

/** The one service that calls are forwarded to; nothing in a request can name another. */
export class Upstream implements Component {
  readonly #base: URL;
  readonly #isSecure: boolean;
  readonly #agent: HttpAgent;

  /** @param apiUrl the REST API, e.g. `http://127.0.0.1:6480/api` */
  constructor(apiUrl: string) {
    this.#base = new URL(apiUrl);
    this.#isSecure = this.#base.protocol === 'https:';
    const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS };
    this.#agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /**
   * Sends a request on, its body as it comes, and gives the head of the answer; the body of that is still to be read.
   *
   * @param path below the API's address
   * @param gone aborts when the application no longer waits; a `ProxyRefusal` as its reason is thrown
   * @throws {ProxyRefusal} 502 or 504 if the service does not answer
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
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve);
      call.on('error', () => reject(refusalOf(gone) ?? proxyRefusals.unreachable()));
      call.setTimeout(SILENCE, () => {
        reject(proxyRefusals.timedOut());
        call.destroy();
      });
    });
    // Not `pipeline`: if the service fails, that would break the connection that a refusal still has to go out on.
    request.pipe(call);
    return answered;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
  }
}

/** Why a call was ended, where that is for the application to know. */
function refusalOf(gone: AbortSignal): ProxyRefusal | null {
  return gone.reason instanceof ProxyRefusal ? gone.reason : null;
}
