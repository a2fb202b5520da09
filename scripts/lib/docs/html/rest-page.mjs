import { parametersSchema } from '../parameters-schema.mjs';
import { typeText } from '../schema-text.mjs';
import { html, prose } from './html.mjs';
import { objectEntries } from './rpc-page.mjs';
import { fieldTable, linked } from './schema-html.mjs';

const link = (name) => `#object-${name}`;

/** The entries of the REST page, from the OpenAPI document: operations by the first word of their path, and objects. */
export function restGroups({ paths, components }) {
  const groups = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag] = operation.tags;
      groups.set(tag, [...(groups.get(tag) ?? []), operationEntry(method.toUpperCase(), path, operation)]);
    }
  }
  return [
    ...[...groups].map(([title, entries]) => ({ title, entries })),
    { title: 'Objects', entries: objectEntries(components.schemas, link) },
  ];
}

function operationEntry(method, path, operation) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const query = parametersSchema(parameters, 'query');
  const [[status, success]] = Object.entries(responses);
  return {
    id: `operation-${operationId}`,
    name: `${method} ${path}`,
    summary,
    body: html`<p>${prose(description)}</p>
      ${query === null ? '' : html`<h4>Query</h4>${fieldTable(query, link)}`}
      ${contentPart('Body', requestBody)}${contentPart(`Reply ${status}`, success)}
      ${notes(operation)}`,
  };
}

function contentPart(title, { content = {} } = {}) {
  const [media] = Object.values(content);
  if (media === undefined) return '';
  const table = fieldTable(media.schema, link);
  return html`<h4>${title}</h4>${table === '' ? html`<p>${linked(typeText(media.schema, link))}</p>` : table}`;
}

function notes({ responses, ...operation }) {
  const errors = Object.values(responses).flatMap(({ $ref, description }) => ($ref && description) || []);
  const parts = [
    operation['x-audience'] && `For: ${operation['x-audience']}.`,
    operation['x-permission'] && `Permission: ${operation['x-permission']}.`,
    operation['x-fires'] && `Gateway events: ${operation['x-fires'].join(', ')}.`,
    errors.length > 0 && `Errors: ${errors.join('; ')}.`,
  ];
  return html`<p class="docs-note">${parts.filter(Boolean).join(' ')}</p>`;
}
