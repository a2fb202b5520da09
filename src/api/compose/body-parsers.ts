import type { FastifyInstance } from 'fastify';
import { BODY_BYTES } from '../core/body-bytes.js';
import { readFormBody, readJson } from '../core/http/body-parsers.js';
import { RestError } from '../core/rest-error.js';

/** Adds the parsers of JSON and form bodies for what is not an operation, such as the authorization page. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, bodyLimit: number, read: (body: Buffer) => unknown): void => {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      try {
        done(null, read(body));
      } catch (error) {
        done(error instanceof Error ? error : new RestError('BAD_REQUEST'));
      }
    });
  };
  add('application/json', BODY_BYTES.PLAIN, readJson);
  add('application/x-www-form-urlencoded', BODY_BYTES.FORM, readFormBody);
}
