import type { ServerResponse } from 'node:http';
import { closeAfterReply } from '../../net/http/drop-rest.js';
import { readHeaderLines, toHeaderLines } from '../../net/http/header-lines.js';
import type { WholeResponses } from '../../net/http/whole-responses.js';
import type { ErrorReply } from '../core/http/error-reply.js';
import { JsonText, OtherStatus } from '../core/http/handler-result.js';

/**
 * The content type of replies without a body: some client libraries fail without one, others if it is JSON and the body
 * is empty.
 */
const NO_BODY_TYPE = toHeaderLines({ 'content-type': 'text/html; charset=utf-8' });
const NO_BODY_LENGTH = toHeaderLines({ 'content-length': '0' });

const NO_CONTENT = 204;

/** Sends replies, each as one write. Headers are lines (`toHeaderLines`); more are added. */
export class ReplySender {
  constructor(private readonly responses: WholeResponses) {}

  /** Sends the result of a handler. */
  sendResult(response: ServerResponse, status: number, headers: string, result: unknown): void {
    if (result instanceof OtherStatus) {
      this.sendResult(response, result.status, headers, result.body);
    } else if (result === null || result === undefined) {
      const length = status === NO_CONTENT ? '' : NO_BODY_LENGTH;
      this.responses.send(response, status, headers + NO_BODY_TYPE + length, '');
    } else {
      const text = toJsonText(result);
      this.responses.send(response, status, headers + text.headers, text.bytes);
    }
  }

  /** Sends a failure as JSON. */
  sendFailure(response: ServerResponse, headers: string, failure: ErrorReply): void {
    const text = toJsonText(failure.body);
    const own = Object.entries(failure.headers);
    const pairs = [...readHeaderLines(headers), ...own, ...readHeaderLines(text.headers)];
    response.writeHead(failure.status, pairs.flat());
    // Headers of failures may end the connection.
    if (failure.headers.connection === 'close' && !response.req.complete) {
      response.write(text.bytes, 'latin1');
      closeAfterReply(response);
    } else {
      response.end(text.bytes, 'latin1');
    }
  }
}

function toJsonText(value: unknown): JsonText {
  return value instanceof JsonText ? value : new JsonText(JSON.stringify(value));
}
