import { html, prose } from './html.mjs';

/** The pages of the reference, by file. */
export const PAGES = {
  'index.html': 'All',
  'rpc.html': 'RPC',
  'rest.html': 'REST',
  'gateway.html': 'Gateway',
  'guides.html': 'Guides',
};

/**
 * @typedef {object} Entry one command, event, operation or object
 * @property {string} id its anchor
 * @property {string} name
 * @property {string} summary
 * @property {unknown} body what is shown below the summary
 * @property {string} [words] by which it is found besides its text
 */

/** @typedef {{ title: string, entries: readonly Entry[] }} Group */

/**
 * A whole page.
 *
 * @param {string} file of `PAGES`, or of a guide
 * @param {readonly Group[]} groups
 * @param {string} version
 * @param {string} [title]
 */
export function page(file, groups, version, title = PAGES[file]) {
  const current = (each) => (each === file ? html` aria-current="page"` : '');
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} – Guildhall reference</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/styles/base.css" />
    <link rel="stylesheet" href="/docs/docs.css" />
    <script type="module" src="/docs/search.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header class="docs-bar">
      <p class="docs-title"><a href="/" title="Console">Guildhall</a> ${version}</p>
      <nav aria-label="Pages">${Object.entries(PAGES).map(
        ([each, title]) =>
          html`<a href="/docs/${each === 'index.html' ? '' : each}"${current(each)}>${title}</a>`,
      )}</nav>
      <search><label>Search <input id="search" type="search" aria-keyshortcuts="/" autocomplete="off" /></label>
      <output id="found" for="search" aria-live="polite"></output></search>
    </header>
    <div class="docs-columns">
      <nav class="docs-contents" aria-label="On this page">${groups.map(contents)}</nav>
      <main id="content" tabindex="-1"><h1>${file === 'index.html' ? 'Reference' : title}</h1>${groups.map(section)}</main>
    </div>
  </body>
</html>
`);
}

function contents({ title, entries }) {
  const items = entries.map(({ id, name }) => html`<li data-entry="${id}"><a href="#${id}">${name}</a></li>`);
  return html`<details open data-group><summary>${title}</summary><ul>${items}</ul></details>`;
}

function section({ title, entries }) {
  return html`<section data-group><h2>${title}</h2>${entries.map(entry)}</section>`;
}

/** @param {Entry} entry `words` are those that it is found by besides its text */
function entry({ id, name, summary, body, words = '' }) {
  return html`<article id="${id}" data-entry="${id}" data-words="${words}">
    <h3>${name} <a class="docs-anchor" href="#${id}" aria-label="Link to ${name}">#</a></h3>
    <p>${prose(summary)}</p>
    ${body}
  </article>`;
}
