import { Agent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { awaitResponse } from '../../net/http/http-response.js';
import { readBytes, TooLongError } from '../../net/http/limit-bytes.js';
import { messageOf } from '../../platform/errors.js';
import { ServiceError } from '../service-error.js';

/** How long the service may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Connections to the service at the same time; further requests wait. What RPC connections cause without an authorization takes
 * turns (`src/rpc/sessions/service-turns.ts`) and cannot use them up, so that calls of the person do not wait for it.
 */
const MAX_CONNECTIONS = 128;

/** Idle connections as of Node.js's global agents, which honor HTTP_PROXY even for loopback addresses. */
const CONNECTIONS = {
  keepAlive: true,
  scheduling: 'lifo',
  timeout: 5_000,
  maxSockets: MAX_CONNECTIONS,
} as const;
const AGENT = new Agent(CONNECTIONS);
const TLS_AGENT = new TlsAgent(CONNECTIONS);

export interface BoundedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** the maximum size of the response body, in bytes */
  readonly replyBytes: number;
}

/** A response with its complete body. */
export interface BoundedReply {
  readonly ok: boolean;
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Sends a request to the service and reads the response, within 15 seconds. Redirects are not followed, because the
 * person's token must not be sent elsewhere.
 *
 * @param service the name of the service in errors
 * @throws {ServiceError} 502 if the body is too long, 0 if the service cannot be reached or answers too late
 */
export async function boundedFetch(
  service: string,
  url: string,
  { method, headers, body, replyBytes }: BoundedRequest,
): Promise<BoundedReply> {
  try {
    const options = { method, headers, signal: AbortSignal.timeout(TIMEOUT) };
    const response = await send(new URL(url), options, body);
    const { statusCode: status = 0 } = response;
    return { ok: status >= 200 && status < 300, status, body: await readBytes(response, replyBytes) };
  } catch (error) {
    if (error instanceof TooLongError) {
      throw new ServiceError(`The service at ${service} answered ${error.message}`, 502);
    }
    throw new ServiceError(`The service at ${service} cannot be reached: ${reasonOf(error)}`, 0);
  }
}

/**
 * Not `fetch`: loading it takes 10 ms and 8 MB of every daemon. Idle connections are used again, so each body has its length:
 * Node.js sends that of a DELETE without one.
 */
function send(
  url: URL,
  { headers, ...options }: Pick<BoundedRequest, 'method' | 'headers'> & Pick<RequestOptions, 'signal'>,
  body: string | Buffer | undefined,
): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const whole = { ...options, headers: { ...headers, ...length } };
  const sent =
    url.protocol === 'https:'
      ? requestHttps(url, { ...whole, agent: TLS_AGENT })
      : requestHttp(url, { ...whole, agent: AGENT });
  const response = awaitResponse(sent);
  sent.end(body);
  return response;
}

/** An aborted request has its reason as its cause. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
