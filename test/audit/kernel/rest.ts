import { type Json, parseJson } from './json.js';

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  /** the whole Authorization header; none where it is left out */
  readonly as?: string;
  readonly body?: Json;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json | undefined;
}

/** Sends one request to a base address. */
export async function sendRest(base: string, request: RestRequest): Promise<RestReply> {
  const headers: Record<string, string> = { ...request.headers };
  if (request.as !== undefined) headers.authorization = request.as;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const body =
    request.form === undefined
      ? request.body === undefined
        ? null
        : JSON.stringify(request.body)
      : new URLSearchParams(request.form);
  const response = await fetch(base + request.path, { method: request.method, headers, body });
  const content = await response.text();
  return { status: response.status, headers: response.headers, body: readBody(content) };
}

function readBody(content: string): Json | undefined {
  if (content === '') return undefined;
  try {
    return parseJson(content);
  } catch {
    return content;
  }
}
