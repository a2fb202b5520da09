import { byId } from '../shell/dom.js';

/** The reference's search: hides entries that lack a word of it. `/` moves to it, Escape ends it. */

const input = byId('search', HTMLInputElement);
const found = byId('found', HTMLOutputElement);
const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('article[data-entry]')]);
const texts = new Map(
  articles.map((article) => [article, `${article.textContent} ${article.dataset.words}`.toLowerCase()]),
);

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Set<string | undefined>} */
  const shown = new Set();
  for (const [article, text] of texts) {
    article.hidden = !words.every((word) => text.includes(word));
    if (!article.hidden) shown.add(article.dataset.entry);
  }
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('li[data-entry]'))) {
    item.hidden = !shown.has(item.dataset.entry);
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-group]'))) {
    group.hidden = group.querySelector('[data-entry]:not([hidden])') === null;
  }
  found.value = words.length === 0 ? '' : `${shown.size} found`;
}

input.addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape' && document.activeElement === input) {
    input.value = '';
    search();
  }
});
// The browser keeps what was searched for over a reload.
search();
