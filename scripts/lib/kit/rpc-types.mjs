import { withSharedFields } from './shared-fields.mjs';
import { commentText, interfacesText, typeText } from './type-text.mjs';

/**
 * The types of RPC: its objects, commands, events and error codes.
 *
 * @param {object} declared
 * @param {ReadonlyMap<string, object>} declared.commands
 * @param {ReadonlyMap<string, object>} declared.events
 * @param {Readonly<Record<string, number>>} declared.errors
 * @param {Readonly<Record<string, object>>} declared.objects their definitions, by name
 * @param {Readonly<Record<string, object>>} declared.restObjects by name
 * @param {(schema: object) => object} declared.refer replaces named schemas by references
 */
export function rpcTypes({ commands, events, errors, objects, restObjects, refer }) {
  const entry = ({ name, summary, details, access, args, data, errors: own }) => {
    const refusals = own.map((error) => `${errors[error]} ${error}`).join(', ');
    const notes = [
      access.scopes && `Scopes: ${access.scopes.join(', ')}.`,
      refusals && `Errors: ${refusals}.`,
    ];
    const comment = commentText([summary, details, notes.filter(Boolean).join(' ')], '  ');
    const [argsText, dataText] = [args, data].map((schema) =>
      typeText(withSharedFields(refer(schema), objects), '    '),
    );
    return `${comment}  ${name}: {\n    args: ${argsText};\n    data: ${dataText};\n  };\n`;
  };
  const table = (comment, name, declarations) =>
    `/** ${comment} */\nexport interface ${name} {\n${[...declarations.values()].map(entry).join('')}}\n`;
  const shared = Object.keys(objects).filter((name) => isSame(objects[name], restObjects[name]));
  const own = Object.fromEntries(Object.entries(objects).filter(([name]) => !shared.includes(name)));
  const codes = Object.entries(errors).map(([name, code]) => `  ${name}: ${code};\n`);
  return [
    '// Generated from the declarations of RPC commands and events by `npm run docs`.\n',
    `import type { ${shared.join(', ')} } from './rest.js';\n`,
    `export type { ${shared.join(', ')} };\n`,
    ...interfacesText(own, objects),
    table('The arguments of each command, and the data of its reply.', 'RpcCommands', commands),
    table('The arguments of SUBSCRIBE for each event, and the data that is sent.', 'RpcEvents', events),
    `/** The codes of errors. */\nexport interface RpcErrors {\n${codes.join('')}}\n`,
    'export type RpcCommandName = keyof RpcCommands;\n',
    'export type RpcEventName = keyof RpcEvents;\n',
    'export type RpcErrorName = keyof RpcErrors;\n',
    'export type RpcErrorCode = RpcErrors[RpcErrorName];\n',
  ].join('\n');
}

/** Whether two definitions are the same; those that refer to others may mean objects of the same name. */
function isSame(one, other) {
  const text = JSON.stringify(one);
  return text === JSON.stringify(other) && !text.includes('$ref');
}
