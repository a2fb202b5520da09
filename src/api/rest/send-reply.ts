import type { ServerResponse } from 'node:http';
import type { ErrorReply } from './error-reply.js';
import { JsonText, OtherStatus } from './handler-result.js';

/** Without a charset, because some clients accept nothing else as JSON. */
const JSON_TYPE = 'application/json';
/**
 * The content type of replies without a body: some client libraries fail without one, others if it is JSON and the body
 * is empty.
 */
const NO_BODY_TYPE = 'text/html; charset=utf-8';

const NO_CONTENT = 204;

/**
 * Sends the result of a handler as one write.
 *
 * @param headers names and values in turn; more are added
 */
export function sendResult(
  response: ServerResponse,
  status: number,
  headers: string[],
  result: unknown,
): void {
  if (result instanceof OtherStatus) {
    sendResult(response, result.status, headers, result.body);
  } else if (result === null || result === undefined) {
    headers.push('content-type', NO_BODY_TYPE);
    if (status !== NO_CONTENT) headers.push('content-length', '0');
    response.writeHead(status, headers).end();
  } else {
    sendJson(response, status, headers, result instanceof JsonText ? result : toJsonText(result));
  }
}

/** Sends a failure as JSON. */
export function sendFailure(response: ServerResponse, headers: string[], failure: ErrorReply): void {
  for (const [name, value] of Object.entries(failure.headers)) headers.push(name, value);
  sendJson(response, failure.status, headers, toJsonText(failure.body));
}

function sendJson(
  response: ServerResponse,
  status: number,
  headers: string[],
  { text, length, encoding }: JsonText,
): void {
  headers.push('content-type', JSON_TYPE, 'content-length', length);
  response.writeHead(status, headers).end(text, encoding);
}

function toJsonText(value: unknown): JsonText {
  return new JsonText(JSON.stringify(value));
}
