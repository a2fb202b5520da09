import { element } from './dom.js';
import { localTime } from './format.js';

/**
 * A time in the person's own words; the exact one is shown when it is pointed at.
 *
 * @param {string} timestamp
 * @param {string} [text] by default the time of day, with the date unless it is today
 * @returns {HTMLElement}
 */
export function timeElement(timestamp, text = localTime(timestamp)) {
  return element('time', { datetime: timestamp, title: timestamp }, text);
}

/**
 * Parts of a line of details, between dots.
 *
 * @param {readonly (readonly (Node | string)[])[]} parts
 * @returns {(Node | string)[]}
 */
export function dotted(parts) {
  return parts.flatMap((part, index) => (index === 0 ? [...part] : [' · ', ...part]));
}
