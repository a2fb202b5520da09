import { SCOPES } from '../../../protocol/scopes.js';
import type { Bodies } from '../../versions/body-inputs.js';
import type { OperationData } from '../operation.js';
import { operationObject } from './operation-object.js';
import { COMPONENT_RESPONSES } from './responses.js';
import { componentSchemas } from './schemas.js';

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
