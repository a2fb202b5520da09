import { createSecret } from '../../platform/crypto/secrets.js';
import { parseJson } from '../../platform/text/parse-json.js';
import type { SentFile } from '../client.js';
import { type OAuthRefusal, ServiceError } from '../service-error.js';
import { boundedFetch } from './bounded-fetch.js';

/** The default limit of response bodies, in bytes. */
const REPLY_BYTES = 256 * 1024;

/** How long lists may be that grow with what the person does, in bytes. */
export const LIST_BYTES = 4 * 1024 * 1024;

/** The maximum length of the service's error messages, in characters. */
const MESSAGE_LENGTH = 512;

/** How deep the errors of fields are looked for. */
const MAX_DEPTH = 8;

export interface ServiceRequest {
  readonly query?: Record<string, string>;
  /** sent as JSON */
  readonly body?: unknown;
  /** sent as a form instead */
  readonly form?: Record<string, string>;
  /** sent as a form with files instead (docs/rest.md, Files) */
  readonly message?: { readonly content: string; readonly files: readonly SentFile[] };
  /** the Authorization header; null for none */
  readonly authorization: string | null;
  /** the maximum size of the response body, in bytes */
  readonly replyBytes?: number;
}

/** A client of the service's REST API. */
export class ServiceRest {
  /** @param url e.g. `http://127.0.0.1:6480/api` */
  constructor(private readonly url: string) {}

  /**
   * @param path relative to the base URL, e.g. `/users/@me`
   * @returns the decoded body; null if there is none
   * @throws {ServiceError} if the service refuses, redirects, sends too much, answers too late, or cannot be reached
   */
  async request(method: string, path: string, request: ServiceRequest): Promise<unknown> {
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query)}`;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (request.authorization !== null) headers.authorization = request.authorization;
    const body = encodeBody(request, headers);
    const reply = await boundedFetch(this.url, `${this.url}${path}${query}`, {
      method,
      headers,
      replyBytes: request.replyBytes ?? REPLY_BYTES,
      ...(body === undefined ? {} : { body }),
    });
    const answer = parseJson(reply.body.toString()) ?? null;
    if (!reply.ok) throw refusal(reply.status, answer);
    return answer;
  }

  /** The same, but returns null for this status. */
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

/** Adds the content type of a body. @returns undefined if there is none */
function encodeBody(
  { body, form, message }: ServiceRequest,
  headers: Record<string, string>,
): string | Buffer | undefined {
  if (message !== undefined) {
    const boundary = `guildhall-${createSecret()}`;
    headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
    return encodeMessage(boundary, message);
  }
  if (form !== undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return new URLSearchParams(form).toString();
  }
  if (body !== undefined) headers['content-type'] = 'application/json';
  return body === undefined ? undefined : JSON.stringify(body);
}

/** A form as browsers encode it. @param boundary must not occur in the files */
function encodeMessage(boundary: string, { content, files }: NonNullable<ServiceRequest['message']>): Buffer {
  const part = (name: string, more: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`);
  const end = Buffer.from('\r\n');
  return Buffer.concat([
    ...[part('payload_json', ''), Buffer.from(JSON.stringify({ content })), end],
    ...files.flatMap(({ name, bytes }, index) => {
      const filename = name.replace(/["\r\n]/g, encodeURIComponent);
      const type = '\r\ncontent-type: application/octet-stream';
      return [part(`file${index}`, `; filename="${filename}"${type}`), bytes, end];
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

function refusal(status: number, body: unknown): ServiceError {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { code, errors, message, error, error_description: description } = fields;
  let oauth: OAuthRefusal | null = null;
  if (typeof error === 'string') {
    const shown = typeof description === 'string' ? description : error;
    oauth = { error: error.slice(0, MESSAGE_LENGTH), description: shown.slice(0, MESSAGE_LENGTH) };
  }
  const text = typeof message === 'string' ? message : (oauth?.description ?? `HTTP ${status}`);
  const shortened = text.slice(0, MESSAGE_LENGTH);
  const refused = new ServiceError(shortened, status, typeof code === 'number' ? code : 0, oauth);
  refused.field = firstFieldError(errors)?.slice(0, MESSAGE_LENGTH) ?? null;
  return refused;
}

/** The first error of the nested `errors` of a body, e.g. `name: This field is required` (docs/rest.md, Errors). */
function firstFieldError(errors: unknown, path: readonly string[] = []): string | null {
  if (typeof errors !== 'object' || errors === null) return null;
  for (const [name, value] of Object.entries(errors)) {
    const own = name === '_errors' && Array.isArray(value) ? Object(value[0]).message : undefined;
    if (typeof own === 'string') return [path.join('.'), own].filter((part) => part !== '').join(': ');
    const found = path.length < MAX_DEPTH ? firstFieldError(value, [...path, name]) : null;
    if (found !== null) return found;
  }
  return null;
}
