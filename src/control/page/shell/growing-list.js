import { element } from './dom.js';

/** How close to its end a list counts as scrolled to it, in pixels. */
const NEAR = 8;

/**
 * Adds rows at the end of a scrolling list and removes the first ones of too many. It stays at the end unless the person
 * scrolled back.
 *
 * @param {HTMLElement} list
 * @param {readonly HTMLElement[]} rows
 * @param {number} most how many rows the list has
 */
export function appendRows(list, rows, most) {
  const { scrollTop, scrollHeight, clientHeight } = list;
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - NEAR;
  list.append(...rows);
  while (list.children.length > most) list.firstElementChild?.remove();
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

/**
 * A row that opens to show more. Most are never opened, so the text is made when one is.
 *
 * @param {HTMLElement} summary
 * @param {() => string} read gives the text
 * @returns {HTMLElement}
 */
export function openingRow(summary, read) {
  const details = element('details', {}, summary);
  details.addEventListener('toggle', () => {
    if (details.children.length === 1) details.append(element('pre', {}, read()));
  });
  return details;
}
