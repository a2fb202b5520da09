import type { TSchema } from 'typebox';
import { definitions, withReferences } from '../../../protocol/declaration/schema-references.js';
import { OAUTH2_ERRORS, type OAuth2ErrorName } from '../../../protocol/oauth2/errors.js';
import { REST_ERRORS } from '../../../protocol/rest/errors.js';
import { REST_SCHEMAS } from '../../../protocol/rest/named-schemas.js';
import type { OperationData, OperationErrorName } from '../operation.js';

/** The error responses that the document defines once and references. */
export const COMPONENT_RESPONSES = {
  Error: response('Refused; an Invalid Form Body (50035) names the fields.', ['Error']),
  ErrorOrOAuth2Error: response('Refused, in the form of OAuth2 or not.', ['Error', 'OAuth2Error']),
};

/** All responses of an operation by status; errors that any operation may return are the default. */
export function responseObjects({ status, reply, errors }: OperationData): Record<string, object> {
  return {
    [status]: success(reply),
    ...refusals(errors),
    default: { $ref: '#/components/responses/Error' },
  };
}

function success(reply: OperationData['reply']): object {
  if (reply === null) return { description: 'Done; there is no body.' };
  return { description: 'Done.', content: { 'application/json': { schema: schemaObject(reply) } } };
}

/** Errors with the same status share one response. */
function refusals(errors: readonly OperationErrorName[]): Record<string, object> {
  const byStatus = new Map<number, OperationErrorName[]>();
  for (const name of errors) {
    const status = isOAuth2Error(name) ? OAUTH2_ERRORS[name] : REST_ERRORS[name].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  return Object.fromEntries([...byStatus].map(([status, names]) => [status, refusal(names)]));
}

function refusal(names: readonly OperationErrorName[]): object {
  // Errors that any operation may return have the same statuses, in the REST format.
  const component = names.some(isOAuth2Error) ? 'ErrorOrOAuth2Error' : 'Error';
  const texts = names.map((name) =>
    isOAuth2Error(name) ? name : `${REST_ERRORS[name].code} ${REST_ERRORS[name].message}`,
  );
  return { $ref: `#/components/responses/${component}`, description: texts.join('; ') };
}

function isOAuth2Error(name: OperationErrorName): name is OAuth2ErrorName {
  return name in OAUTH2_ERRORS;
}

function response(description: string, schemas: readonly string[]): object {
  const references = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schema = references.length === 1 ? references[0] : { anyOf: references };
  return { description, content: { 'application/json': { schema } } };
}

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
