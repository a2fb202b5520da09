import { element } from '../shell/dom.js';

/**
 * The color of a role as a mark next to its name.
 *
 * @param {string | null} color `#rrggbb`; null: none
 * @returns {HTMLElement}
 */
export function roleColor(color) {
  const mark = element('span', { class: 'role-color', 'aria-hidden': 'true' });
  if (color !== null) mark.style.setProperty('--role-color', color);
  return mark;
}
