import { stream } from '../daemon/api.js';
import { WhileVisible } from '../daemon/while-visible.js';
import { element } from '../shell/dom.js';

const LOWEST = -100;

/** Levels of inputs: of the one in use always, of others by a button. One is measured at a time. */
export class InputLevels {
  #report;
  #isShown = false;
  /** @type {string | null} */
  #inUse = null;
  /** the input that the person chose to measure @type {string | null} */
  #chosen = null;
  #measuring = new WhileVisible(
    (id, signal) => this.#measure(id, signal),
    (id, hasEnded) => this.#stopped(id, hasEnded),
  );
  /** @type {Map<string, { fill: HTMLElement, text: HTMLElement, button: HTMLButtonElement }>} */
  #meters = new Map();

  /** @param {(error: unknown) => void} report shows an error to the person */
  constructor(report) {
    this.#report = report;
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#isShown = isShown;
    if (!isShown) this.#chosen = null;
    this.#review();
  }

  /** @param {string | null} id of the input in use; null: none */
  setInUse(id) {
    this.#inUse = id;
    this.#review();
  }

  /**
   * Creates the meter of an input.
   *
   * @param {string} id
   * @returns {HTMLElement}
   */
  create(id) {
    const fill = element('div', { class: 'meter-fill' });
    const text = element('output', { 'aria-live': 'off' }, '–');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'small';
    button.textContent = 'Measure';
    button.addEventListener('click', () => {
      this.#chosen = this.#chosen === id ? null : id;
      this.#review();
    });
    this.#meters.set(id, { fill, text, button });
    const bar = element('div', { class: 'meter-level', 'aria-hidden': 'true' }, fill);
    return element('div', { class: 'input-level' }, element('div', { class: 'meter' }, bar), text, button);
  }

  #review() {
    for (const [id, { button }] of this.#meters) {
      button.textContent = this.#chosen === id ? 'Stop' : 'Measure';
      button.hidden = id === this.#inUse && this.#chosen !== id;
    }
    this.#measuring.want(this.#isShown ? (this.#chosen ?? this.#inUse) : null);
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async #measure(id, signal) {
    try {
      for await (const { level } of stream(`/devices/${encodeURIComponent(id)}/level`, { signal })) {
        if (!signal.aborted) this.#show(id, level);
      }
    } catch (error) {
      if (!signal.aborted) this.#report(error);
    }
  }

  /**
   * @param {string} id
   * @param {boolean} hasEnded on its own: after its time, or because the device is gone
   */
  #stopped(id, hasEnded) {
    this.#show(id, null);
    if (!hasEnded || this.#chosen !== id) return;
    this.#chosen = null;
    this.#review();
  }

  /**
   * @param {string} id
   * @param {number | null} level null: not measured
   */
  #show(id, level) {
    const meter = this.#meters.get(id);
    meter?.fill.style.setProperty('--part', String(level === null ? 0 : (level - LOWEST) / -LOWEST));
    if (meter !== undefined) meter.text.textContent = level === null ? '–' : `${level.toFixed(0)}\u00a0dB`;
  }
}
