import { type ErrorReply, ForwardedError } from '../../api/core/http/error-reply.js';
import { JsonText, ReplyWithStatus } from '../../api/core/http/handler-result.js';
import { RequestOutcomeUnknownError } from '../requests/request-errors.js';
import { type ForwardedReply, readForwardedReply } from './forwarded-call.js';

/** The text of a success. @param result what a handler returned @param status the declared one */
export function resultText(result: unknown, status: number): string {
  if (result instanceof ReplyWithStatus) return resultText(result.body, result.status);
  return toText({ status, headers: {}, body: bodyText(result) });
}

/** The text of a failure. */
export function failureText({ status, headers, body }: ErrorReply): string {
  return toText({ status, headers, body: JSON.stringify(body) });
}

/**
 * What a handler would have returned here.
 *
 * @throws {ForwardedError} the call failed; {RequestOutcomeUnknownError} the text is not a reply
 */
export function readResult(text: string): ReplyWithStatus {
  const reply = readForwardedReply(text);
  if (reply === null) throw new RequestOutcomeUnknownError();
  const { status, headers, body } = reply;
  if (status >= 400) throw new ForwardedError(status, headers, body ?? '{}');
  return new ReplyWithStatus(status, body === null ? null : JsonText.from(body));
}

function bodyText(result: unknown): string | null {
  if (result === null || result === undefined) return null;
  return result instanceof JsonText ? result.text : JSON.stringify(result);
}

function toText(reply: ForwardedReply): string {
  return JSON.stringify(reply);
}
