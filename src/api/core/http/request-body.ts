import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { collectBody, hasEmptyBody, mediaTypeOf } from '../../../net/http/collect-body.js';
import { type DecodeBounds, DecodeMeter } from '../../../protocol/encoding/decode-meter.js';
import { decodeJson } from '../../../protocol/encoding/json.js';
import { isStorableJson, isStorableText } from '../../../protocol/storable-text.js';
import { RestError } from '../errors.js';
import { BODY_BYTES } from '../limits.js';

/** Limits for parsing a JSON body. The operation's own size limit is checked first. */
export const JSON_BOUNDS: DecodeBounds = { bytes: BODY_BYTES.WITH_IMAGES, terms: 32_768, depth: 32 };

/** A body that was a form. */
export class FormBody {
  /**
   * @param repeated the name of a field that occurs more than once, which OAuth2 does not allow (RFC 6749 §3.2); null
   * if there is none
   */
  constructor(
    readonly fields: Readonly<Record<string, string>>,
    readonly repeated: string | null,
  ) {}
}

const METHODS_WITH_BODY: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The functions that parse a body, by its media type. */
const PARSERS: ReadonlyMap<string, (body: Buffer) => unknown> = new Map<string, (body: Buffer) => unknown>([
  ['application/json', readJson],
  ['application/x-www-form-urlencoded', readFormBody],
]);

/** Parses a body that was received: JSON, or a form as `FormBody`; undefined if there is none. @throws {RestError} BAD_REQUEST */
export type ParseBody = () => unknown;

/** The parser for a request without a body. */
export const NO_BODY: ParseBody = () => undefined;

/**
 * Receives the body of a request.
 *
 * @param most the maximum number of bytes
 * @param received is called as soon as the last byte is there
 * @param refused is called with the error of a body that is too long or of another type
 */
export function receiveBody(
  request: IncomingMessage,
  most: number,
  received: (parse: ParseBody) => void,
  refused: (error: unknown) => void,
): void {
  const { headers, method } = request;
  if (!METHODS_WITH_BODY.has(method) || (headers['content-type'] === undefined && hasEmptyBody(request))) {
    received(NO_BODY);
    return;
  }
  const parse = PARSERS.get(mediaTypeOf(request));
  if (parse === undefined) {
    refused(new RestError('UNSUPPORTED_MEDIA_TYPE'));
  } else {
    collectBody(request, most, (bytes) => {
      // The client may send more, so the connection ends with the reply.
      if (bytes === null) refused(new RestError('PAYLOAD_TOO_LARGE', [], { connection: 'close' }));
      else received(() => parse(bytes));
    });
  }
}

/** Parses a JSON body; an empty one is undefined. Integers beyond 2^53 become text of their digits. @throws {RestError} BAD_REQUEST */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const { value, text } = parseJson(body);
  if (!isStorableJson(text, value)) throw new RestError('BAD_REQUEST');
  return value;
}

function parseJson(body: Buffer): { value: unknown; text: string } {
  try {
    return decodeJson(body, new DecodeMeter(JSON_BOUNDS), { largeIntegers: true });
  } catch {
    throw new RestError('BAD_REQUEST');
  }
}

/** Parses the bytes of a form. @throws {RestError} BAD_REQUEST */
function readFormBody(body: Buffer): FormBody {
  if (!isUtf8(body)) throw new RestError('BAD_REQUEST');
  return readForm(body.toString());
}

/** Parses a form. @throws {RestError} BAD_REQUEST */
export function readForm(text: string): FormBody {
  if (!isPercentEncodedUtf8(text)) throw new RestError('BAD_REQUEST');
  const fields: Record<string, string> = Object.create(null);
  let repeated: string | null = null;
  for (const [name, value] of new URLSearchParams(text)) {
    if (!isStorableText(name) || !isStorableText(value)) throw new RestError('BAD_REQUEST');
    if (name in fields) repeated = name;
    fields[name] = value;
  }
  return new FormBody(fields, repeated);
}

/** URLSearchParams would replace invalid sequences by U+FFFD. */
function isPercentEncodedUtf8(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
