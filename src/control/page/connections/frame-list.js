import { toVisibleText } from '../../../platform/text/visible-text.js';
import { element } from '../shell/dom.js';
import { byteSize, visibleLines } from '../shell/format.js';
import { appendRows, openingRow } from '../shell/growing-list.js';
import { timeElement } from '../shell/time-element.js';

/** @typedef {import('../../operations/sessions.js').Frame} Frame */
/** @typedef {{ accepts(frame: Frame): boolean }} FrameFilter which frames have a row */

/** How many frames have a row. */
const MAX_ROWS = 500;

const ARROWS = { received: '→', sent: '←' };

/** The rows of the inspector's frames, the newest last. It stays at the end unless the person scrolled back. */
export class FrameList {
  #list;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
  }

  /**
   * Shows these frames instead of those before.
   *
   * @param {readonly Frame[]} frames
   * @param {FrameFilter} filter
   */
  show(frames, filter) {
    this.clear();
    this.add(frames, filter);
  }

  /**
   * @param {readonly Frame[]} frames
   * @param {FrameFilter} filter
   */
  add(frames, filter) {
    const accepted = frames.filter((frame) => filter.accepts(frame)).slice(-MAX_ROWS);
    appendRows(this.#list, accepted.map(frameRow), MAX_ROWS);
  }

  clear() {
    this.#list.replaceChildren();
  }
}

/** @param {Frame} frame */
function frameRow(frame) {
  const { at, direction, cmd, evt, nonce, bytes } = frame;
  const name = [cmd ?? 'unknown command', ...(evt === null ? [] : [evt])].join(' ');
  const summary = element(
    'summary',
    {},
    element('span', { class: 'frame-time' }, timeElement(at, clockTime(at))),
    element('span', { class: 'frame-direction', title: direction }, ARROWS[direction]),
    element('span', { class: 'visually-hidden' }, direction),
    element('span', { class: 'frame-name' }, name),
    element('span', { class: 'frame-nonce' }, nonce === null ? '' : toVisibleText(nonce)),
    element('span', { class: 'frame-size' }, byteSize(bytes)),
  );
  return element(
    'li',
    { 'data-direction': direction, ...(evt === 'ERROR' ? { 'data-error': '' } : {}) },
    openingRow(summary, () => prettyText(frame)),
  );
}

/** @param {Frame} frame */
function prettyText({ text, is_cut }) {
  if (is_cut) return `${toVisibleText(text)}\n… (cut)`;
  return visibleLines(JSON.stringify(JSON.parse(text), null, 2));
}

/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
};

/** @param {string} timestamp */
function clockTime(timestamp) {
  return new Date(timestamp).toLocaleTimeString(undefined, CLOCK);
}
