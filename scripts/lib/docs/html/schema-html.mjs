import { fieldRows } from '../schema-text.mjs';
import { html } from './html.mjs';

const LINK = /\[(\w+)\]\(([^)]+)\)/g;

/** The fields of an object as a table; nothing where a schema has no fields. @param {(name: string) => string} link */
export function fieldTable(schema, link) {
  const rows = fieldRows(schema, link);
  if (rows.length === 0) return '';
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Bounds</th></tr></thead>
    <tbody>${rows.map(
      ({ path, type, bounds }) =>
        html`<tr><th scope="row"><code>${path}</code></th><td>${linked(type)}</td><td>${bounds}</td></tr>`,
    )}</tbody>
  </table></div>`;
}

/** A type in words, in which `[Name](target)` is a link. */
export function linked(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, name, target] = match;
    parts.push(html`${text.slice(end, match.index)}<a href="${target}">${name}</a>`);
    end = match.index + whole.length;
  }
  return [...parts, html`${text.slice(end)}`];
}
