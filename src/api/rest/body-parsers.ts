import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { type DecodeBounds, DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import { decodeJson } from '../../protocol/encoding/json.js';
import { isStorableJson, isStorableText } from '../../protocol/storable-text.js';
import { BODY_BYTES } from './body-bytes.js';
import { MultipartBody } from './multipart/multipart-body.js';
import { RestError } from './rest-error.js';

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

/**
 * Adds the parsers of JSON and form bodies. An empty body is treated as no body, whatever its content type: clients
 * send those with PUT. Text that cannot be stored unchanged, such as invalid UTF-8, is refused here for every
 * operation.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, bodyLimit: number | undefined, read: (body: Buffer) => unknown): void => {
    const options = { parseAs: 'buffer' as const, ...(bodyLimit !== undefined && { bodyLimit }) };
    // Uses a callback and not a promise, so that a request with a body is not overtaken by a later request without one.
    app.addContentTypeParser<Buffer>(type, options, (_request, body, done) => {
      try {
        done(null, read(body));
      } catch (error) {
        done(error instanceof Error ? error : new RestError('BAD_REQUEST'));
      }
    });
  };
  // The size limit of JSON bodies depends on the operation.
  add('application/json', undefined, readJson);
  add('application/x-www-form-urlencoded', BODY_BYTES.FORM, (body) => {
    if (!isUtf8(body)) throw new RestError('BAD_REQUEST');
    return readForm(body.toString());
  });
}

/** Leaves multipart bodies unparsed, for routes whose handler reads them. */
export function addMultipartParser(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (request, stream, done) => {
    done(null, new MultipartBody(stream, request.headers['content-type'] ?? ''));
  });
}

/** Parses a JSON body; an empty one is undefined. @throws {RestError} BAD_REQUEST */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const { value, text } = parseJson(body);
  if (!isStorableJson(text, value)) throw new RestError('BAD_REQUEST');
  return value;
}

function parseJson(body: Buffer): { value: unknown; text: string } {
  try {
    return decodeJson(body, new DecodeMeter(JSON_BOUNDS));
  } catch {
    throw new RestError('BAD_REQUEST');
  }
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
