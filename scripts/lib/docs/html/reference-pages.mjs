import { gatewayGroups } from './gateway-page.mjs';
import { readGuides } from './guides.mjs';
import { html } from './html.mjs';
import { page } from './page.mjs';
import { restGroups } from './rest-page.mjs';
import { rpcGroups } from './rpc-page.mjs';

/**
 * The reference as static HTML pages, which need no network (docs/for-games.md, Reference).
 *
 * @param {object} sources
 * @param {object} sources.rpc commands, events, errors and objects of RPC, and the version of the program
 * @param {object} sources.openApi the OpenAPI document of REST
 * @param {object} sources.gateway events, objects and codes of the gateway
 * @returns {{ file: string, text: string }[]}
 */
export function referencePages({ rpc, openApi, gateway }) {
  const pages = {
    'rpc.html': rpcGroups(rpc),
    'rest.html': restGroups(openApi),
    'gateway.html': gatewayGroups(gateway),
  };
  const index = Object.entries(pages).flatMap(([file, groups]) =>
    groups.map(({ title, entries }) => ({
      title: `${TITLES[file]}: ${title}`,
      entries: entries.map((entry) => ({
        ...entry,
        id: `${TITLES[file]}-${entry.id}`,
        body: linkTo(file, entry),
        words: wordsOf(entry.body),
      })),
    })),
  );
  const guides = readGuides();
  const found = guides.map(({ name, file, title, entries }) => ({
    title: `Guide: ${title}`,
    entries: entries.map((entry) => ({
      ...entry,
      id: `guide-${name}-${entry.id}`,
      body: linkTo(file, entry),
      words: wordsOf(entry.body),
    })),
  }));
  const listed = guides.map(({ name, file, title, entries }) => ({
    id: name,
    name: title,
    summary: '',
    body: html`<p><a href="/docs/${file}">${title}</a></p>`,
    words: entries.map(({ name: heading, body }) => `${heading} ${wordsOf(body)}`).join(' '),
  }));
  const all = {
    'index.html': [...index, ...found],
    ...pages,
    'guides.html': [{ title: 'Guides', entries: listed }],
  };
  return [
    ...Object.entries(all).map(([file, groups]) => ({ file, text: page(file, groups, rpc.version) })),
    ...guides.map(({ file, title, entries }) => ({
      file,
      text: page(file, [{ title: 'Sections', entries }], rpc.version, title),
    })),
  ];
}

/** The words of what is shown elsewhere, each once: arguments, fields, errors and text. */
function wordsOf(body) {
  const text = String(html`${body}`).replace(/<[^>]*>|&\w+;/g, ' ');
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_.@/-]{2,}/gu))].join(' ');
}

const TITLES = { 'rpc.html': 'RPC', 'rest.html': 'REST', 'gateway.html': 'Gateway' };

function linkTo(file, { id, name }) {
  return html`<p><a href="/docs/${file}#${id}">${name} in full</a></p>`;
}
