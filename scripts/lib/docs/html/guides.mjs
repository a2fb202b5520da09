import { readFileSync } from 'node:fs';
import { ROOT } from '../../run.mjs';
import { html } from './html.mjs';

/** The documents that the console serves besides the reference, by file in `docs/`. */
export const GUIDES = [
  ...[
    'for-users',
    'for-games',
    'for-bots',
    'for-vendors',
    'troubleshooting',
    'cli',
    'operating',
    'operating-a-cluster',
  ],
  ...['rpc', 'rest', 'gateway', 'voice', 'hardware', 'control', 'glossary'],
];

/** Where a guide is read from. @param {string} name */
export function guidePath(name) {
  return `${ROOT}docs/${name}.md`;
}

/** All guides: their titles, and their sections as entries of a page. */
export function readGuides() {
  return GUIDES.map((name) => {
    const lines = readFileSync(guidePath(name), 'utf8').split('\n');
    const title = (lines.find((line) => line.startsWith('# ')) ?? name).replace(/^# /, '');
    return { name, file: `guides/${name}.html`, title, entries: sections(lines, title) };
  });
}

/** The sections of a guide: what is below each of its headings. */
function sections(lines, title) {
  const used = new Set();
  const found = [{ id: 'top', name: title, lines: [] }];
  let isCode = false;
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, name] = (!isCode && /^(#{1,3}) (.*)/.exec(line)) || [];
    if (marks === '#') continue;
    if (name === undefined) found.at(-1).lines.push(line);
    else found.push({ id: uniqueSlug(name, used), name: plain(name), lines: [] });
  }
  return found
    .map(({ lines: own, ...entry }) => ({ ...entry, summary: '', body: blocks(own, used) }))
    .filter(({ id, body }) => id !== 'top' || body.length > 0);
}

/** The anchor of a heading, as Git hosts make them. */
function uniqueSlug(heading, used) {
  const slug = plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  let id = slug;
  for (let number = 1; used.has(id); number += 1) id = `${slug}-${number}`;
  used.add(id);
  return id;
}

function plain(text) {
  return text.replace(/`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

const ITEM = /^(\s*)(?:[-*]|\d+\.) +/;

/** The markdown of this project's documents: paragraphs, lists, tables, quotes, code and headings. */
function blocks(lines, used) {
  const made = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const take = (isPart) => {
      const first = at;
      do at += 1;
      while (at < lines.length && isPart(lines[at], at));
      return lines.slice(first, at);
    };
    if (line.trim() === '' || /^\s*<!--.*-->$/.test(line)) at += 1;
    else if (line.startsWith('```')) {
      const code = take((each) => !each.startsWith('```')).slice(1);
      at += 1;
      made.push(html`<pre><code>${code.join('\n')}</code></pre>`);
    } else if (line.startsWith('#### ')) {
      at += 1;
      const name = line.slice(5);
      made.push(html`<h4 id="${uniqueSlug(name, used)}">${inline(name)}</h4>`);
    } else if (line.startsWith('|')) made.push(table(take((each) => each.startsWith('|'))));
    else if (line.startsWith('>')) {
      const quoted = take((each) => each.startsWith('>')).map((each) => each.replace(/^> ?/, ''));
      made.push(html`<blockquote>${blocks(quoted, used)}</blockquote>`);
    } else if (ITEM.test(line)) {
      made.push(
        list(
          take((each) => ITEM.test(each) || /^\s+\S/.test(each) || each === ''),
          used,
        ),
      );
    } else {
      const isStart = (each) =>
        each.trim() === '' || /^(?:```|\||>|#### |<!--)/.test(each) || ITEM.test(each);
      made.push(html`<p>${inline(take((each) => !isStart(each)).join('\n'))}</p>`);
    }
  }
  return made;
}

function list(lines, used) {
  const [, indent] = ITEM.exec(lines[0]);
  const tag = /^\s*\d/.test(lines[0]) ? 'ol' : 'ul';
  const items = [];
  for (const line of lines) {
    const found = ITEM.exec(line);
    if (found !== null && found[1] === indent) items.push([line.slice(found[0].length)]);
    else items.at(-1).push(line.replace(new RegExp(`^\\s{0,${indent.length + 3}}`), ''));
  }
  const rows = items.map((item) => html`<li>${blocks(item, used)}</li>`);
  return tag === 'ol' ? html`<ol>${rows}</ol>` : html`<ul>${rows}</ul>`;
}

function table([head, , ...rows]) {
  const cells = (row) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
  return html`<div class="scroll"><table><thead><tr>${cells(head).map((cell) => html`<th>${cell}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

const INLINE =
  /(`+)(?<code>.+?)\1(?!`)|!\[[^\]]*\]\([^)]*\)|\[(?<text>(?:`[^`]*`|[^\]])*)\]\((?<href>[^)\s]+)\)|\*\*(?<bold>.+?)\*\*|(?<![\w*])\*(?<italic>[^*\s][^*]*)\*(?!\w)|<(?<address>https?:[^>]+)>/gs;

/** Text with code, links and emphasis. Images are not served; a link to a document that is not served is its text. */
function inline(text) {
  const parts = [];
  let written = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(written, match.index));
    written = match.index + match[0].length;
    const { address, bold, code, href, italic, text: label } = match.groups;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (href !== undefined) parts.push(link(href, inline(label)));
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold)}</strong>`);
    else if (italic !== undefined) parts.push(html`<em>${inline(italic)}</em>`);
    else if (address !== undefined) parts.push(link(address, address));
  }
  return [...parts, text.slice(written)];
}

function link(href, label) {
  if (/^https?:/.test(href)) return html`<a href="${href}" rel="noopener noreferrer">${label}</a>`;
  if (href.startsWith('#')) return html`<a href="${href}">${label}</a>`;
  const [, name, hash = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return GUIDES.includes(name)
    ? html`<a href="/docs/guides/${name}.html${hash}">${label}</a>`
    : html`${label}`;
}
