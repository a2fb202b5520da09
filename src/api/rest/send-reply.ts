import type { ServerResponse } from 'node:http';
import type { WholeResponses } from '../../net/whole-responses.js';
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

/** Sends replies, each as one write. Headers are names and values in turn; more are added. */
export class ReplySender {
  constructor(private readonly responses: WholeResponses) {}

  /** Sends the result of a handler. */
  sendResult(response: ServerResponse, status: number, headers: string[], result: unknown): void {
    if (result instanceof OtherStatus) {
      this.sendResult(response, result.status, headers, result.body);
    } else if (result === null || result === undefined) {
      headers.push('content-type', NO_BODY_TYPE);
      if (status !== NO_CONTENT) headers.push('content-length', '0');
      this.responses.send(response, status, headers, '');
    } else {
      const { bytes } = toJsonText(result);
      addJsonHeaders(headers, bytes);
      this.responses.send(response, status, headers, bytes);
    }
  }

  /** Sends a failure as JSON. */
  sendFailure(response: ServerResponse, headers: string[], failure: ErrorReply): void {
    const { bytes } = toJsonText(failure.body);
    for (const [name, value] of Object.entries(failure.headers)) headers.push(name, value);
    addJsonHeaders(headers, bytes);
    // Headers of failures may end the connection.
    response.writeHead(failure.status, headers).end(bytes, 'latin1');
  }
}

function addJsonHeaders(headers: string[], bytes: string): void {
  headers.push('content-type', JSON_TYPE, 'content-length', String(bytes.length));
}

function toJsonText(value: unknown): JsonText {
  return value instanceof JsonText ? value : new JsonText(JSON.stringify(value));
}
