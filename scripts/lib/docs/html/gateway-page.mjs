import { typeText } from '../schema-text.mjs';
import { html } from './html.mjs';
import { objectEntries } from './rpc-page.mjs';
import { fieldTable, linked } from './schema-html.mjs';

/** The entries of the gateway's page: events, objects and codes. */
export function gatewayGroups({ events, objects, opcodes, closes, refer }) {
  const link = (name) => `${name in objects ? '' : '/docs/rest.html'}#object-${name}`;
  const eventEntry = ([name, { summary, data }]) => {
    const schema = refer(data);
    const table = fieldTable(schema, link);
    const isWhole = schema.properties !== undefined;
    return {
      id: `event-${name}`,
      name,
      summary,
      body: html`${isWhole ? '' : html`<p>${linked(typeText(schema, link))}</p>`}${table}`,
    };
  };
  const codeEntry =
    (kind) =>
    ([name, code]) => ({ id: `${kind}-${code}`, name: `${code} ${name}`, summary: '', body: '' });
  return [
    { title: 'Events', entries: Object.entries(events).map(eventEntry) },
    { title: 'Objects', entries: objectEntries(objects, link) },
    { title: 'Opcodes', entries: Object.entries(opcodes).map(codeEntry('opcode')) },
    { title: 'Close codes', entries: Object.entries(closes).map(codeEntry('close')) },
  ];
}
