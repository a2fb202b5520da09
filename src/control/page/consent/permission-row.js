import { element } from '../shell/dom.js';

/**
 * A permission in words; a sensitive one is marked by text, not only by color.
 *
 * @param {import('../../consent/permissions.js').Permission} permission
 * @returns {HTMLElement}
 */
export function permissionRow({ name, words, sensitive }) {
  const mark = sensitive ? [element('span', { class: 'mark' }, 'Sensitive')] : [];
  return element(
    'li',
    sensitive ? { class: 'sensitive' } : {},
    ...mark,
    element('span', { class: 'words' }, words),
    element('span', { class: 'mono' }, name),
  );
}
