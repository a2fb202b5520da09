import { objectsText } from './schema-text.mjs';
import { table } from './table.mjs';

/**
 * The parts of docs/rest.md that are made from the declarations, by the name of their region.
 *
 * @param {object} declared
 * @param {Readonly<Record<string, object>>} objects the definitions of the OpenAPI document, by name
 */
export function restReference({ operations, errors, common, permissions, elevated }, objects) {
  const { Error: _error, OAuth2Error: _oauth2Error, ...ofOperations } = objects;
  return {
    objects: objectsText(ofOperations),
    errors: table(
      ['Status', 'Code', 'Message', 'From any operation'],
      Object.entries(errors).map(([name, { status, code, message }]) => [
        status,
        code,
        message,
        common.includes(name) ? 'yes' : '',
      ]),
    ),
    permissions: table(
      ['Permission', 'Bit'],
      Object.entries(permissions).map(([name, bit]) => [
        `${name}${bit & elevated ? ' *' : ''}`,
        `\`0x${bit.toString(16)}\``,
      ]),
    ),
    operations: operationTables(operations, errors),
  };
}

/** Every operation as one line of a table, by the first word of its path. */
function operationTables(operations, errors) {
  const groups = new Map();
  for (const operation of operations) {
    const group = operation.path.split('/')[1];
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  return [...groups]
    .map(([group, members]) => `### ${group}\n\n${operationTable(members, errors)}`)
    .join('\n');
}

function operationTable(operations, errors) {
  const rows = operations.map((operation) => [
    operation.name,
    operation.summary,
    `\`${operation.method} ${operation.path}\``,
    whoText(operation),
    operation.permission ?? '',
    operation.status,
    operation.fires.join(', '),
    [...new Set(operation.errors.map((name) => errors[name]?.code ?? `\`${name}\``))].join(', '),
  ]);
  return table(
    ['Operation', 'What it does', 'Route', 'Who', 'Permission', 'Success', 'Fires', 'Errors'],
    rows,
  );
}

function whoText({ access }) {
  if (typeof access === 'string') return access;
  const { scopes } = access;
  const names = scopes === 'any' ? 'any scope' : scopes.map((scope) => `\`${scope}\``).join(' or ');
  return names === '' ? 'person, bot' : `user, ${names}`;
}
