import { withSharedFields } from './shared-fields.mjs';
import { commentText, interfacesText, typeText } from './type-text.mjs';

/**
 * The types of the gateway: its objects and events.
 *
 * @param {object} declared
 * @param {Readonly<Record<string, { summary: string, data: object }>>} declared.events
 * @param {Readonly<Record<string, object>>} declared.objects those that REST has not, by name
 * @param {Readonly<Record<string, object>>} declared.restObjects by name
 * @param {(schema: object) => object} declared.refer replaces named schemas by references
 */
export function gatewayTypes({ events, objects, restObjects, refer }) {
  const all = { ...restObjects, ...objects };
  const entries = Object.entries(events).map(([name, { summary, data }]) => {
    const schema = withSharedFields(refer(data), all);
    return `${commentText([summary], '  ')}  ${name}: ${typeText(schema, '  ')};\n`;
  });
  const body = [
    ...interfacesText(objects, all),
    `/** The data (\`d\`) of each event by its name (\`t\`). */\nexport interface GatewayEvents {\n${entries.join('')}}\n`,
    'export type GatewayEventName = keyof GatewayEvents;\n',
  ].join('\n');
  const used = Object.keys(restObjects).filter((name) =>
    new RegExp(`\\b${name}\\b(?!:)`).test(body.replaceAll(/\/\*\*.*\*\//g, '')),
  );
  return [
    '// Generated from the declarations of gateway events by `npm run docs`.\n',
    `import type { ${used.join(', ')} } from './rest.js';\n`,
    body,
  ].join('\n');
}
