import type { ServerResponse } from 'node:http';
import { closeAfterReply } from '../../net/http/drop-rest.js';
import type { ErrorReply } from '../core/http/error-reply.js';
import { JsonText, OtherStatus } from '../core/http/handler-result.js';

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
  headers: readonly string[],
  result: unknown,
): void {
  if (result instanceof OtherStatus) {
    sendResult(response, result.status, headers, result.body);
  } else if (result === null || result === undefined) {
    const length = status === NO_CONTENT ? [] : NO_BODY_LENGTH;
    response.writeHead(status, [...headers, ...NO_BODY_TYPE, ...length]).end();
  } else {
    const text = toJsonText(result);
    response.writeHead(status, [...headers, ...text.headers]).end(text.bytes, 'latin1');
  }
}

/** Sends a failure as JSON. @param headers as for `sendResult` */
export function sendFailure(response: ServerResponse, headers: readonly string[], failure: ErrorReply): void {
  const text = toJsonText(failure.body);
  const own = Object.entries(failure.headers).flat();
  response.writeHead(failure.status, [...headers, ...own, ...text.headers]);
  // Headers of failures may end the connection.
  if (failure.headers.connection === 'close' && !response.req.complete) {
    response.write(text.bytes, 'latin1');
    closeAfterReply(response);
  } else {
    response.end(text.bytes, 'latin1');
  }
}

function toJsonText(value: unknown): JsonText {
  return value instanceof JsonText ? value : new JsonText(JSON.stringify(value));
}
