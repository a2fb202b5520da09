import { OAUTH2_ERRORS, type OAuth2ErrorName } from '../../../protocol/oauth2/errors.js';
import { REST_ERRORS } from '../../../protocol/rest/errors.js';
import type { OperationData } from '../operation.js';
import type { OperationErrorName } from '../operation-errors.js';
import { schemaObject } from './schemas.js';

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
