import { toVisibleText } from '../../../platform/text/visible-text.js';

/** @param {string} text of others @returns {string} the same with visible text in each of its lines */
export function visibleLines(text) {
  return text.split('\n').map(toVisibleText).join('\n');
}

/** @param {string} timestamp @returns {string} the time of day, with the date unless it is today */
export function localTime(timestamp) {
  const time = new Date(timestamp);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString() : time.toLocaleString();
}

/** @param {string} timestamp @returns {string} the day */
export function localDay(timestamp) {
  return new Date(timestamp).toLocaleDateString();
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** @param {number} bytes @returns {string} for example `1.5 kB`, which does not wrap */
export function byteSize(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)}\u00a0${UNITS[unit]}`;
}

/**
 * @param {number} number
 * @param {string} one the noun
 * @param {string} [many] its plural
 * @returns {string} for example `1 frame` or `2 frames`
 */
export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** @param {number} times @returns {string} for example `once` or `2 times` */
export function timesText(times) {
  return times === 1 ? 'once' : `${times} times`;
}
