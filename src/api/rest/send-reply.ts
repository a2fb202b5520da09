import type { ServerResponse } from 'node:http';
import { endWithText, sendHttpReply, toHeaders } from '../../net/http/http-reply.js';
import type { ErrorReply } from '../core/http/error-reply.js';
import { JsonText, ReplyWithStatus } from '../core/http/handler-result.js';

/**
 * The content type of replies without a body: some client libraries fail without one, others if it is JSON and the body
 * is empty.
 */
const NO_BODY_TYPE = ['content-type', 'text/html; charset=utf-8'];
const NO_BODY_LENGTH = ['content-length', '0'];

const NO_CONTENT = 204;

/** Sends the result of a handler. @param headers names and values in turn; more are added */
export function sendResult(
  response: ServerResponse,
  status: number,
  headers: string[],
  result: unknown,
): void {
  if (result instanceof ReplyWithStatus) {
    sendResult(response, result.status, headers, result.body);
  } else if (result === null || result === undefined) {
    const length = status === NO_CONTENT ? [] : NO_BODY_LENGTH;
    response.writeHead(status, [...headers, ...NO_BODY_TYPE, ...length]).end();
  } else {
    const text = result instanceof JsonText ? result : JsonText.from(JSON.stringify(result));
    headers.push(...text.headers);
    response.writeHead(status, headers);
    endWithText(response, text.bytes);
  }
}

/** Sends a failure as JSON. @param headers as for `sendResult`; none by default */
export function sendFailure(
  response: ServerResponse,
  failure: ErrorReply,
  headers: readonly string[] = [],
): void {
  const { status, body } = failure;
  sendHttpReply(response, {
    status,
    // Without a charset, because some clients accept nothing else as JSON.
    headers: { ...toHeaders(headers), ...failure.headers, 'content-type': 'application/json' },
    body: body instanceof JsonText ? body.text : JSON.stringify(body),
  });
}
