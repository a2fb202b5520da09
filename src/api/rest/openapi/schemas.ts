import type { TSchema } from 'typebox';
import { definitions, withReferences } from '../../../protocol/declaration/schema-references.js';
import { OAUTH2_ERRORS } from '../../../protocol/oauth2/errors.js';
import { REST_SCHEMAS } from '../../../protocol/rest/named-schemas.js';

const ERROR = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    errors: { type: 'object', description: 'nested as the body is, each field with `_errors`' },
  },
};

const OAUTH2_ERROR = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { enum: Object.keys(OAUTH2_ERRORS) }, error_description: { type: 'string' } },
};

/** The named schemas of the document. */
export function componentSchemas(): Record<string, unknown> {
  return { ...definitions(REST_SCHEMAS), Error: ERROR, OAuth2Error: OAUTH2_ERROR };
}

/** A schema as the document shows it: named schemas are replaced by references. */
export function schemaObject(schema: TSchema): unknown {
  return withReferences(schema, REST_SCHEMAS);
}
