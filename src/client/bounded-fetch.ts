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
    const signal = AbortSignal.timeout(TIMEOUT);
    const init = { method, headers, signal, redirect: 'manual' } as const;
    const response = await fetch(url, { ...init, ...(body === undefined ? {} : { body }) });
    const bytes = response.body === null ? Buffer.alloc(0) : await readBytes(response.body, replyBytes);
    return { ok: response.ok, status: response.status, body: bytes };
  } catch (error) {
    if (error instanceof TooLongError) {
      throw new ServiceError(`The service at ${service} answered ${error.message}`, 502);
    }
    throw new ServiceError(`The service at ${service} cannot be reached: ${reasonOf(error)}`, 0);
  }
}

/** `fetch` only reports a failure; the reason is in its cause, e.g. an untrusted certificate. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
