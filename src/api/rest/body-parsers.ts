import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { type DecodeBounds, DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import { decodeJson } from '../../protocol/encoding/json.js';
import { isStorableJson, isStorableText } from '../../protocol/storable-text.js';
import { BODY_BYTES } from './body-bytes.js';
import { MultipartBody } from './multipart/multipart-body.js';
import { RestError } from './rest-error.js';

/** What parsing a JSON body may take; the operation's own limit on its bytes goes before. */
export const JSON_BOUNDS: DecodeBounds = { bytes: BODY_BYTES.WITH_IMAGES, terms: 32_768, depth: 32 };

/** A body that was a form. */
export class FormBody {
  /** @param repeated a field that is there more than once, which OAuth2 does not allow (RFC 6749 §3.2); null: none */
  constructor(
    readonly fields: Readonly<Record<string, string>>,
    readonly repeated: string | null,
  ) {}
}

/**
 * Reads JSON and form bodies. An empty one is no body, whatever its type says: clients send those with PUT. Text that
 * could not be stored as it is, such as invalid UTF-8, is refused here for every operation.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, bodyLimit: number | undefined, read: (body: Buffer) => unknown): void => {
    const options = { parseAs: 'buffer' as const, ...(bodyLimit !== undefined && { bodyLimit }) };
    // With a callback, not a promise: a request with a body does not fall behind one without that came after it.
    app.addContentTypeParser<Buffer>(type, options, (_request, body, done) => {
      try {
        done(null, read(body));
      } catch (error) {
        done(error instanceof Error ? error : new RestError('BAD_REQUEST'));
      }
    });
  };
  // The limit on JSON is its operation's.
  add('application/json', undefined, readJson);
  add('application/x-www-form-urlencoded', BODY_BYTES.FORM, (body) => {
    if (!isUtf8(body)) throw new RestError('BAD_REQUEST');
    return readForm(body.toString());
  });
}

/** Passes multipart bodies on unread, for routes whose handler reads them. */
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

/** URLSearchParams would put U+FFFD in the place of what is not. */
function isPercentEncodedUtf8(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
