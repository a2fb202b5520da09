import Type from 'typebox';
import { readJson } from '../../platform/text/parse-json.js';
import { Nullable, validator } from '../../protocol/schema.js';
import { OptionalFormSchema, type SentForm } from './form-codec.js';

/** A call of an operation that another node carries out. Its quota is counted where it arrived. */
export interface ForwardedCall {
  readonly method: string;
  /** as in the request line */
  readonly target: string;
  /** the hash of the caller's token; null: no caller */
  readonly token: string | null;
  /** for the audit log */
  readonly reason: string | null;
  /** the IP address that the request came from */
  readonly address: string;
  /** as the client sent it; absent: none */
  readonly body?: unknown;
  /** a form with files instead of a body; null: whether one would be accepted; absent: none */
  readonly form?: SentForm | null;
}

/** The headers that errors have. Other text could not be sent, or would be another meaning of the reply. */
const HEADER = /^(?:retry-after|www-authenticate|allow|x-ratelimit-[a-z-]+)$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** The reply to a forwarded call. */
export interface ForwardedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null: none */
  readonly body: string | null;
}

const callValidator = validator(
  Type.Object({
    method: Type.String(),
    target: Type.String(),
    token: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    address: Type.String(),
    body: Type.Optional(Type.Unknown()),
    form: OptionalFormSchema,
  }),
);

const replyValidator = validator(
  Type.Object({
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    headers: Type.Record(Type.String(), Type.String()),
    body: Nullable(Type.String()),
  }),
);

/** The call in a request; null if it is none. */
export function readForwardedCall(text: string): ForwardedCall | null {
  return readJson(text, callValidator);
}

/** The reply in a text; null if it is none. */
export function readForwardedReply(text: string): ForwardedReply | null {
  const reply = readJson(text, replyValidator);
  return reply !== null && Object.entries(reply.headers).every(isErrorHeader) ? reply : null;
}

function isErrorHeader([name, value]: readonly [string, string]): boolean {
  return HEADER.test(name.toLowerCase()) && HEADER_VALUE.test(value);
}
