import { limitsText } from './limits-text.mjs';
import { objectsText, typeText } from './schema-text.mjs';
import { table } from './table.mjs';

/** The parts of docs/gateway.md that are made from the declarations, by the name of their region. */
export function gatewayReference({ opcodes, closes, events, objects, refer, replay, quotas }) {
  const link = (name) => (name in objects ? `#${name.toLowerCase()}` : `rest.md#${name.toLowerCase()}`);
  return {
    opcodes: namesOf(opcodes),
    closes: namesOf(closes),
    events: table(
      ['Event', 'When', 'Data'],
      Object.entries(events).map(([name, { summary, data }]) => [
        `\`${name}\``,
        summary,
        dataText(refer(data), link),
      ]),
    ),
    objects: objectsText(objects, link),
    replay: limitsText(replay),
    quotas: limitsText(quotas),
  };
}

function namesOf(codes) {
  return table(
    ['Code', 'Name'],
    Object.entries(codes).map(([name, code]) => [code, `\`${name}\``]),
  );
}

/** An object of one event in one cell: its fields with their types. */
function dataText(schema, link) {
  if (schema.allOf !== undefined) return schema.allOf.map((one) => dataText(one, link)).join(' and ');
  if (schema.properties === undefined) return typeText(schema, link);
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => `\`${name}${required.has(name) ? '' : '?'}\`: ${typeText(field, link)}`,
  );
  return fields.join('; ');
}
