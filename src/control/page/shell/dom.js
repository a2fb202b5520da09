import { toVisibleText } from '../../../platform/text/visible-text.js';

/**
 * Finds an element of this page by id.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (found instanceof (type ?? HTMLElement)) return /** @type {T} */ (found);
  throw new TypeError(`the page has no element ${id} of this kind`);
}

/**
 * Creates an element. Strings become text, never markup.
 *
 * @param {string} tag
 * @param {Readonly<Record<string, string | undefined>>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/**
 * An element for text of others, isolated whatever characters it contains.
 *
 * @param {string} tag
 * @param {string} classes additional classes
 * @param {string} text
 * @returns {HTMLElement}
 */
export function foreignText(tag, classes, text) {
  return element(tag, { class: `${classes} foreign`.trim() }, toVisibleText(text));
}

/**
 * Updates the children of a list for its items without recreating them, so that the focus stays.
 *
 * @template Item
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {{ key: (item: Item) => string, create: (item: Item) => HTMLElement, update: (row: HTMLElement, item: Item) =>
 * void }} rows
 */
export function keepInStep(list, items, { key, create, update }) {
  const kept = new Map([...list.children].map((row) => [row.getAttribute('data-key'), row]));
  const rows = items.map((item) => {
    const known = kept.get(key(item));
    const row = known instanceof HTMLElement ? known : create(item);
    row.dataset.key = key(item);
    update(row, item);
    return row;
  });
  const shown = new Set(rows);
  for (const row of [...list.children]) if (!shown.has(/** @type {HTMLElement} */ (row))) row.remove();
  // A row that is moved loses the focus.
  for (const [index, row] of rows.entries()) {
    const present = list.children[index];
    if (present !== row) list.insertBefore(row, present ?? null);
  }
}

/**
 * Shows a value in an element unless the element shows the same one, so that what is open or selected in it stays.
 *
 * @param {HTMLElement} shown
 * @param {unknown} value of JSON
 * @param {() => void} show
 */
export function showIfChanged(shown, value, show) {
  const text = JSON.stringify(value);
  if (shown.dataset.shown === text) return;
  shown.dataset.shown = text;
  show();
}
