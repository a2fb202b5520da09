import { toVisibleText } from '../../../platform/text/visible-text.js';
import { ViewUpdates } from '../daemon/view-updates.js';
import { byId, element } from '../shell/dom.js';
import { visibleLines } from '../shell/format.js';
import { appendRows, openingRow } from '../shell/growing-list.js';
import { timeElement } from '../shell/time-element.js';

/** A line of the log. @typedef {{ time: number | null, level: string, message: string, fields: Record<string, unknown> }} Line */

/** How many lines are shown. */
const MAX_LINES = 500;

/** Shows the end of the log while it is visible. It stays at the end unless the person scrolled back. */
export class LogTail {
  #list = byId('log-lines');
  #level = byId('log-level', HTMLSelectElement);
  #text = byId('log-text', HTMLInputElement);
  #pause = byId('log-pause', HTMLButtonElement);
  /** @type {Line[]} */
  #lines = [];
  #isPaused = false;
  /** whether the next line begins the stream again, which sends lines that are shown */
  #isLost = false;
  /** @type {ViewUpdates<Line>} */
  #updates = new ViewUpdates(this.#path, (line) => this.#add(line), {
    onStop: () => this.#clear(),
    onLost: () => {
      this.#isLost = true;
    },
  });

  constructor() {
    this.#level.addEventListener('change', () => this.#updates.setPath(this.#path));
    this.#text.addEventListener('input', () => this.#render());
    this.#pause.addEventListener('click', () => {
      this.#isPaused = !this.#isPaused;
      this.#pause.setAttribute('aria-pressed', String(this.#isPaused));
      if (!this.#isPaused) this.#render();
    });
    this.#clear();
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#updates.setShown(isShown);
  }

  get #path() {
    return `/logs/${this.#level.value}`;
  }

  #clear() {
    this.#lines = [];
    this.#isLost = false;
    this.#render();
  }

  /** @param {Line} line */
  #add(line) {
    if (this.#isLost) this.#clear();
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
    if (!this.#isPaused) this.#append([line]);
  }

  #render() {
    this.#list.replaceChildren();
    this.#append(this.#lines);
  }

  /** @param {readonly Line[]} lines */
  #append(lines) {
    const text = this.#text.value.toLowerCase();
    const wanted = lines.filter((line) => text === '' || JSON.stringify(line).toLowerCase().includes(text));
    appendRows(this.#list, wanted.map(lineRow), MAX_LINES);
    byId('log-none').hidden = this.#list.children.length > 0;
  }
}

/** @param {Date} time */
function logTime(time) {
  return timeElement(time.toISOString(), time.toLocaleTimeString());
}

/** @param {Line} line */
function lineRow({ time, level, message, fields }) {
  const head = [
    element('span', { class: 'log-time' }, ...(time === null ? [] : [logTime(new Date(time))])),
    element('span', { class: 'log-level' }, level),
    element('span', { class: 'log-message' }, toVisibleText(message)),
  ];
  const shown =
    Object.keys(fields).length === 0
      ? element('div', { class: 'log-line' }, ...head)
      : openingRow(element('summary', { class: 'log-line' }, ...head), () =>
          visibleLines(JSON.stringify(fields, null, 2)),
        );
  return element('li', { 'data-level': level }, shown);
}
