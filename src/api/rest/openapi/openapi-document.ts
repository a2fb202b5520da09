import { parameterNames } from '../../../protocol/declaration/path-template.js';
import { SCOPES } from '../../../protocol/scopes.js';
import type { Bodies } from '../../versions/body-inputs.js';
import type { BodyKind, OperationData } from '../operation.js';
import { COMPONENT_RESPONSES, componentSchemas, responseObjects, schemaObject } from './responses.js';

/**
 * The REST interface as an OpenAPI 3.1 document, generated from its declarations.
 *
 * @param bodies of the version of the interface that is described
 * @param version of the program
 */
export function openApiDocument(
  operations: readonly OperationData[],
  bodies: Bodies,
  version: string,
): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guildhall REST',
      version,
      description:
        'The guild service of Guildhall. Made from its declarations by `npm run docs`. `x-permission` is what the ' +
        'caller needs in the guild or channel of the path, `x-fires` the gateway events that success may fire.',
    },
    servers: ['/api/v6', '/api/v7', '/api'].map((url) => ({ url })),
    paths: paths(operations, bodies),
    components: {
      schemas: componentSchemas(),
      responses: COMPONENT_RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SCOPE_WORDS = Object.fromEntries(Object.entries(SCOPES).map(([scope, { words }]) => [scope, words]));

const SECURITY_SCHEMES = {
  person: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The token of a signed-in person, alone.',
  },
  bot: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Bot TOKEN`' },
  oauth2: {
    type: 'oauth2',
    description: '`Bearer TOKEN`, with one of the scopes.',
    flows: {
      implicit: { authorizationUrl: '/api/oauth2/authorize', scopes: SCOPE_WORDS },
      authorizationCode: {
        authorizationUrl: '/api/oauth2/authorize',
        tokenUrl: '/api/oauth2/token',
        scopes: SCOPE_WORDS,
      },
    },
  },
};

function paths(operations: readonly OperationData[], bodies: Bodies): Record<string, Record<string, object>> {
  const found: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    found[operation.path] = { ...found[operation.path], [method]: operationObject(operation, bodies) };
  }
  return found;
}

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
function operationObject(operation: OperationData, bodies: Bodies): Record<string, unknown> {
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
