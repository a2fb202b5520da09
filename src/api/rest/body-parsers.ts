import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { isStorableJson, isStorableText } from '../../protocol/storable-text.js';
import { RestError } from './rest-error.js';

/** The largest body of a request, in bytes: images are the largest part of any. */
export const BODY_LIMIT = 1024 * 1024;

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
  const add = (type: string, read: (text: string) => unknown): void => {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
      if (!isUtf8(body)) throw new RestError('BAD_REQUEST');
      return read(body.toString());
    });
  };
  add('application/json', readJson);
  add('application/x-www-form-urlencoded', readForm);
}

function readJson(text: string): unknown {
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RestError('BAD_REQUEST');
  }
  if (!isStorableJson(text, value)) throw new RestError('BAD_REQUEST');
  return value;
}

function readForm(text: string): FormBody {
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
