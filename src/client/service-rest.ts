import { readBytes, TooLongError } from '../net/limit-bytes.js';
import { messageOf } from '../platform/errors.js';
import { type OAuthRefusal, ServiceError } from './service-error.js';

/** How long the service may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

/** How long a body of the service may be unless a request says so, in bytes. */
const REPLY_BYTES = 256 * 1024;

/** How much of a message of the service is shown, in characters. */
const MESSAGE_LENGTH = 512;

export interface ServiceRequest {
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** the Authorization header; null for none */
  readonly authorization: string | null;
  /** how long the reply's body may be, in bytes */
  readonly replyBytes?: number;
}

/** The service's REST API, spoken in JSON. */
export class ServiceRest {
  /** @param url e.g. `http://127.0.0.1:6480/api` */
  constructor(private readonly url: string) {}

  /**
   * @param path below the API's address, e.g. `/users/@me`
   * @returns the decoded body, null where there is none
   * @throws {ServiceError} if the service refuses, redirects, answers too much or too late, or cannot be reached
   */
  async request(method: string, path: string, request: ServiceRequest): Promise<unknown> {
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query)}`;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (request.authorization !== null) headers.authorization = request.authorization;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.url}${path}${query}`, {
        method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT),
        // Elsewhere the person's token has no business.
        redirect: 'manual',
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      text = await readText(response, request.replyBytes ?? REPLY_BYTES);
    } catch (error) {
      if (error instanceof TooLongError) {
        throw new ServiceError(`The service at ${this.url} answered ${error.message}`, 502);
      }
      throw new ServiceError(`The service at ${this.url} cannot be reached: ${reasonOf(error)}`, 0);
    }
    const body = parse(text);
    if (!response.ok) throw refusal(response.status, body);
    return body;
  }

  /** The same, or null where the service answers with this status. */
  async requestUnless(
    status: number,
    method: string,
    path: string,
    request: ServiceRequest,
  ): Promise<unknown> {
    try {
      return await this.request(method, path, request);
    } catch (error) {
      if (error instanceof ServiceError && error.status === status) return null;
      throw error;
    }
  }
}

async function readText({ body }: Response, most: number): Promise<string> {
  return body === null ? '' : (await readBytes(body, most)).toString();
}

/** `fetch` itself only says that it failed; why is in the cause, e.g. an untrusted certificate. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status: number, body: unknown): ServiceError {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { code, message, error, error_description: description } = fields;
  let oauth: OAuthRefusal | null = null;
  if (typeof error === 'string') {
    const shown = typeof description === 'string' ? description : error;
    oauth = { error: error.slice(0, MESSAGE_LENGTH), description: shown.slice(0, MESSAGE_LENGTH) };
  }
  const text = typeof message === 'string' ? message : (oauth?.description ?? `HTTP ${status}`);
  return new ServiceError(text.slice(0, MESSAGE_LENGTH), status, typeof code === 'number' ? code : 0, oauth);
}
