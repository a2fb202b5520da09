import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ChatClient } from '../../client/client.js';
import { ServiceError } from '../../client/service-error.js';
import { TooManyFailuresError } from '../../net/failed-attempts.js';
import { dropRest } from '../../net/http/drop-rest.js';
import { limitBytes } from '../../net/http/limit-bytes.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import type { Application, CurrentAuthorization, Grant } from '../../protocol/objects/application.js';
import { RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import { mayUseOrigin } from '../applications/may-use-origin.js';
import type { AuthenticationAttempts } from '../sessions/authentication-attempts.js';
import { corsHeaders, preflightHeaders } from '../transport/http/cors.js';
import { answerHeaders, bodyFraming } from './headers.js';
import { MAX_REQUEST_BYTES, type ProxiedCalls } from './proxied-calls.js';
import { ProxyRefusal, proxyRefusals } from './refusals.js';
import { isProxyMethod, type ProxyTarget, parseProxyTarget } from './routes.js';
import type { Upstream } from './upstream.js';

/** The maximum size of a response body, in bytes; a longer one is truncated. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Request headers that the page of a registered origin may send. */
const ALLOWED_HEADERS = ['authorization', 'content-type', 'x-audit-log-reason'];

/**
 * Forwards REST calls on the RPC port with an application's own bearer token of scope rpc.api (docs/rpc.md,
 * Connecting). The service checks the token and its scopes again, so an application gets nothing here that it would not
 * get from the service itself (docs/adr/0001-the-proxy-forwards-the-callers-token.md).
 */
export class RestProxy {
  readonly #grantedOrigins: GrantedOrigins;

  constructor(
    private readonly client: ChatClient,
    private readonly upstream: Upstream,
    private readonly attempts: AuthenticationAttempts,
    private readonly calls: ProxiedCalls,
  ) {
    this.#grantedOrigins = new GrantedOrigins(client);
  }

  /** Answers a request whose Host is known to be local. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = request.headers.origin ?? null;
    try {
      const target = parseProxyTarget(request.url ?? '');
      if (target === null) throw proxyRefusals.notProxied();
      if (request.method === 'OPTIONS') await this.#answerPreflight(request, response, origin, target);
      else await this.#answerCall(request, response, target);
    } catch (error) {
      refuse(request, response, error instanceof ServiceError ? proxyRefusals.unreachable() : error);
    }
  }

  async #answerPreflight(
    request: IncomingMessage,
    response: ServerResponse,
    origin: string | null,
    target: ProxyTarget,
  ): Promise<void> {
    if (origin === null || !(await this.#grantedOrigins.has(origin))) throw proxyRefusals.foreignOrigin();
    response.writeHead(
      204,
      preflightHeaders(request, origin, { methods: target.methods, headers: ALLOWED_HEADERS }),
    );
    response.end();
    request.resume();
  }

  async #answerCall(
    request: IncomingMessage,
    response: ServerResponse,
    { path, methods }: ProxyTarget,
  ): Promise<void> {
    const { method } = request;
    if (!isProxyMethod(method) || !methods.includes(method)) throw proxyRefusals.methodNotProxied(methods);
    // DELETE has none either, but clients send `{}` with it.
    if (method === 'GET' && bodyFraming(request.headers) !== null) throw proxyRefusals.unexpectedBody();
    const token = bearerToken(request.headers.authorization);
    if (token === null) throw proxyRefusals.noToken();
    if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) throw proxyRefusals.tooLarge();
    const { id } = await this.#requireAccess(request, token, response);
    await this.calls.call(id, request, (gone) => this.#forward(request, response, { path, token }, gone));
    // The service may have answered early, and then it reads no further.
    request.unpipe();
    void dropRest(request);
  }

  /**
   * Sets the headers that let the page of a registered origin read the response, even if the call fails later.
   *
   * @returns the token's application
   */
  async #requireAccess(
    request: IncomingMessage,
    token: string,
    response: ServerResponse,
  ): Promise<Application> {
    const origin = request.headers.origin ?? null;
    const peer = `port ${request.socket.remotePort}`;
    const authorization = await this.#authorizationOf(peer, token, origin, response);
    if (!mayUseOrigin(authorization.application, origin)) throw proxyRefusals.foreignOrigin();
    setHeaders(response, corsHeaders(origin));
    if (!authorization.scopes.includes('rpc.api')) throw proxyRefusals.missingScope();
    return authorization.application;
  }

  async #authorizationOf(
    peer: string,
    token: string,
    origin: string | null,
    response: ServerResponse,
  ): Promise<CurrentAuthorization> {
    try {
      const sender = { id: peer, isOpen: true };
      const authorization = await this.attempts.findAuthorization(sender, token, null, () => true);
      if (authorization.user.id !== this.client.user?.id) throw rpcErrors.tokenOfAnotherUser();
      return authorization;
    } catch (error) {
      if (error instanceof TooManyFailuresError) throw proxyRefusals.tooManyAttempts(error.secondsToWait);
      if (!(error instanceof RpcError)) throw error;
      // The page of an authorized application should learn that its token is invalid, so that it requests another one.
      if (origin !== null && (await this.#grantedOrigins.has(origin))) {
        setHeaders(response, corsHeaders(origin));
      }
      throw proxyRefusals.invalidToken();
    }
  }

  async #forward(
    request: IncomingMessage,
    response: ServerResponse,
    { path, token }: { readonly path: string; readonly token: string },
    gone: AbortSignal,
  ): Promise<void> {
    const answer = await this.upstream.call(request, path, `Bearer ${token}`, gone);
    response.writeHead(answer.statusCode ?? 502, {
      ...answerHeaders(answer.headers),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // When either side disconnects, the other connection is closed too.
    await pipeline(answer, limitBytes(MAX_RESPONSE_BYTES), response, { signal: gone }).catch(() =>
      response.destroy(),
    );
  }
}

function setHeaders(response: ServerResponse, headers: OutgoingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
}

/** @throws errors that are not refusals */
function refuse(request: IncomingMessage, response: ServerResponse, refusal: unknown): void {
  if (!(refusal instanceof ProxyRefusal)) throw refusal;
  const { headers, status } = refusal;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(refusal.body);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
  request.resume();
}

/** The token of an Authorization header; null if there is none. */
function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Origins of the applications to which the person granted rpc.api. A preflight carries no token that identifies the
 * application, and any page can trigger one, so concurrent lookups share one call to the service.
 */
class GrantedOrigins {
  readonly #lookups = new SingleFlight<'grants', readonly Grant[]>();

  constructor(private readonly client: Pick<ChatClient, 'grants'>) {}

  async has(origin: string): Promise<boolean> {
    const grants = await this.#lookups.run('grants', () => this.client.grants());
    return grants.some(
      ({ application, scopes }) => scopes.includes('rpc.api') && mayUseOrigin(application, origin),
    );
  }
}
