import { parameterNames } from '../../../protocol/declaration/path-template.js';
import type { Bodies } from '../../versions/body-inputs.js';
import type { BodyKind, OperationData } from '../operation.js';
import { responseObjects } from './responses.js';
import { schemaObject } from './schemas.js';

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const satisfies Record<BodyKind, string>;

/** How a body and files are sent together. */
const FORM_WITH_FILES = {
  type: 'object',
  properties: {
    payload_json: { type: 'string', description: 'the body as JSON' },
    'files[0]': { type: 'string', format: 'binary', description: 'a file; any name of a field will do' },
  },
};

/** An operation in the OpenAPI format; `x-` fields have what OpenAPI cannot express. */
export function operationObject(operation: OperationData, bodies: Bodies): Record<string, unknown> {
  const { name, summary, details, path, access, permission, fires } = operation;
  return {
    operationId: operationId(name),
    summary,
    ...(details !== undefined && { description: details }),
    tags: [path.split('/')[1] ?? ''],
    ...(access !== 'anyone' && { 'x-audience': typeof access === 'string' ? access : 'user' }),
    ...(permission !== null && { 'x-permission': permission }),
    ...(fires.length > 0 && { 'x-fires': fires }),
    security: security(operation),
    parameters: [...pathParameters(path), ...queryParameters(operation)],
    ...requestBody(operation, bodies),
    responses: responseObjects(operation),
  };
}

function operationId(name: string): string {
  const [first = '', ...others] = name.replaceAll(/[^A-Za-z0-9 ]/g, '').split(' ');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return [first.toLowerCase(), ...others.map(capital)].join('');
}

/** The security schemes, any one of which is sufficient. */
function security({ access }: OperationData): object[] {
  if (access === 'anyone' || access === 'application') return [];
  const own = [...(access === 'bot' ? [] : [{ person: [] }]), ...(access === 'person' ? [] : [{ bot: [] }])];
  if (typeof access === 'string') return own;
  const { scopes } = access;
  if (scopes === 'any') return [...own, { oauth2: [] }];
  return [...own, ...scopes.map((scope) => ({ oauth2: [scope] }))];
}

function pathParameters(path: string): object[] {
  return parameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('.id') ? { type: 'string', pattern: '^[0-9]{1,20}$' } : { type: 'string' },
  }));
}

function queryParameters({ query }: OperationData): object[] {
  if (query === null) return [];
  const required = new Set(query.required ?? []);
  return Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: schemaObject(schema),
  }));
}

function requestBody({ body, accepts }: OperationData, bodies: Bodies): object {
  if (body === null) return {};
  const schema = schemaObject(typeof body === 'string' ? bodies[body].schema : body);
  const content = accepts.map((kind) => [
    CONTENT_TYPES[kind],
    { schema: kind === 'multipart' ? FORM_WITH_FILES : schema },
  ]);
  return { requestBody: { content: Object.fromEntries(content) } };
}
