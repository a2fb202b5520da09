import type { FastifyInstance } from 'fastify';
import { RestError } from './rest-error.js';

/** The largest body of a request, in bytes: images are the largest part of any. */
export const BODY_LIMIT = 1024 * 1024;

/** A body that was a form, as its fields; a field that is repeated is not to be trusted (RFC 6749 §3.2). */
export class FormBody {
  constructor(readonly fields: Readonly<Record<string, string>>) {}
}

/** Reads JSON and form bodies. An empty one is no body, whatever its type says: clients send those with PUT. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new RestError('BAD_REQUEST'));
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const fields: Record<string, string> = Object.create(null);
      for (const [name, value] of new URLSearchParams(String(body))) {
        if (name in fields) return done(new RestError('BAD_REQUEST'));
        fields[name] = value;
      }
      done(null, new FormBody(fields));
    },
  );
}
