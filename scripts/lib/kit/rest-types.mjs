import { parametersSchema } from '../docs/parameters-schema.mjs';
import { withSharedFields } from './shared-fields.mjs';
import { commentText, interfacesText, typeText } from './type-text.mjs';

/** The types of REST, from its OpenAPI document: its objects, and what each operation takes and answers. */
export function restTypes({ paths, components }) {
  const textOf = (schema) =>
    schema === null ? 'null' : typeText(withSharedFields(schema, components.schemas), '    ');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(path, method, operation, textOf)),
  );
  return [
    '// Generated from the declarations of REST operations by `npm run docs`.\n',
    ...interfacesText(components.schemas),
    `/** What each operation takes, and the body of a success; null if there is none. */\nexport interface RestOperations {\n${operations.join('')}}\n`,
    'export type RestOperationName = keyof RestOperations;\n',
  ].join('\n');
}

function operationText(path, method, operation, textOf) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const permission = operation['x-permission'] && `Permission: ${operation['x-permission']}.`;
  const fires = operation['x-fires'] && `Gateway events: ${operation['x-fires'].join(', ')}.`;
  const notes = [permission, fires].filter(Boolean).join(' ');
  const comment = commentText([summary, description, notes], '  ');
  const fields = {
    method: `'${method.toUpperCase()}'`,
    path: `'${path}'`,
    params: textOf(parametersSchema(parameters, 'path')),
    query: textOf(parametersSchema(parameters, 'query')),
    body: textOf(bodySchema(requestBody)),
    reply: textOf(replySchema(responses)),
  };
  const lines = Object.entries(fields).map(([name, text]) => `    ${name}: ${text};\n`);
  return `${comment}  ${operationId}: {\n${lines.join('')}  };\n`;
}

function bodySchema(requestBody) {
  const content = requestBody?.content ?? {};
  return (content['application/json'] ?? content['application/x-www-form-urlencoded'])?.schema ?? null;
}

function replySchema(responses) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return success?.content?.['application/json']?.schema ?? null;
}
