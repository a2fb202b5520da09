import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { awaitResponse } from '../net/http-response.js';
import { readBytes, TooLongError } from '../net/limit-bytes.js';
import { messageOf } from '../platform/errors.js';
import { ServiceError } from './service-error.js';

/** How long the service may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

export interface BoundedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
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

/** Not `fetch`: loading it takes 10 ms and 8 MB of every daemon. Idle connections are used again. */
function send(
  url: URL,
  options: Pick<RequestOptions, 'method' | 'headers' | 'signal'>,
  body: string | undefined,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = request(url, options);
  const response = awaitResponse(sent);
  sent.end(body);
  return response;
}

/** An aborted request has its reason as its cause. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
