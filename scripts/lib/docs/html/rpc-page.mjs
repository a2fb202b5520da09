import { typeText } from '../schema-text.mjs';
import { html, prose } from './html.mjs';
import { fieldTable, linked } from './schema-html.mjs';

/** Anchors of objects: commands and events have names of their own in capitals. */
const link = (name) => `#object-${name}`;

/** The entries of the RPC page: commands, events, objects and error codes. */
export function rpcGroups({ commands, events, errors, objects, refer }) {
  const entryOf =
    (kind, [argsTitle, dataTitle]) =>
    (declared) => ({
      id: `${kind}-${declared.name}`,
      name: declared.name,
      summary: declared.summary,
      body: html`<p>${prose(declared.details)}</p>
      ${partOf(argsTitle, refer(declared.args))}${partOf(dataTitle, refer(declared.data))}
      ${notes(declared, errors)}`,
    });
  return [
    {
      title: 'Commands',
      entries: [...commands.values()].map(entryOf('command', ['Arguments', 'Data of the reply'])),
    },
    {
      title: 'Events',
      entries: [...events.values()].map(entryOf('event', ['Arguments of SUBSCRIBE', 'Data'])),
    },
    { title: 'Objects', entries: objectEntries(objects, link) },
    { title: 'Errors', entries: Object.entries(errors).map(errorEntry) },
  ];
}

/** @param {Readonly<Record<string, object>>} objects by name */
export function objectEntries(objects, linkOf) {
  return Object.entries(objects).map(([name, { description, ...schema }]) => ({
    id: `object-${name}`,
    name,
    summary: description ?? '',
    body: fieldTable(schema, linkOf),
  }));
}

function partOf(title, schema) {
  const table = fieldTable(schema, link);
  if (table !== '') return html`<h4>${title}</h4>${table}`;
  return html`<h4>${title}</h4><p>${schema.type === 'object' ? 'none' : linked(typeText(schema, link))}</p>`;
}

function notes({ access, errors: own }, errors) {
  const scopes = whoText(access);
  const refusals = own.map(
    (name, index) =>
      html`${index > 0 ? ', ' : ' '}<a href="#error-${errors[name]}">${errors[name]}</a> ${name}`,
  );
  return html`<p class="docs-note">${scopes}${own.length > 0 ? html` Errors:${refusals}.` : ''}</p>`;
}

function errorEntry([name, code]) {
  return { id: `error-${code}`, name: `${code} ${name}`, summary: '', body: '' };
}

function whoText(access) {
  if (access === 'anyone') return 'Anyone who is connected.';
  return access === 'local' ? 'Over IPC alone.' : `Scopes: ${access.scopes.join(', ')}.`;
}
