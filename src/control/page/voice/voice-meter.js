import { byId } from '../shell/dom.js';

/** @typedef {import('../../voice/meter-feed.js').Meter} Meter */

/** The interval at which the level is set for assistive technology, in milliseconds. */
const SPOKEN_INTERVAL = 1_000;

/** The lowest level, in dB of full scale. */
const LOWEST = -100;

/** Shows the level of the microphone, with the threshold in effect. */
export class VoiceMeter {
  #meter = byId('voice-meter', HTMLMeterElement);
  #fill = byId('voice-meter-fill');
  #mark = byId('voice-meter-mark');
  #text = byId('voice-level');
  #spokenAt = Number.NEGATIVE_INFINITY;

  /** @param {Meter} meter */
  show({ level, threshold, is_open }) {
    this.#fill.style.setProperty('--part', String(toPart(level)));
    this.#fill.toggleAttribute('data-open', is_open);
    this.#mark.hidden = threshold === null;
    if (threshold !== null) this.#mark.style.setProperty('--part', String(toPart(threshold)));
    const text = `${level.toFixed(0)}\u00a0dB`;
    this.#text.textContent = text;
    const now = performance.now();
    if (now - this.#spokenAt < SPOKEN_INTERVAL) return;
    this.#spokenAt = now;
    this.#meter.value = level;
    this.#meter.setAttribute('aria-valuetext', is_open ? `${text}, is sent` : text);
  }

  /** Shows that nothing is measured. */
  clear() {
    this.show({ level: LOWEST, threshold: null, is_open: false });
    this.#text.textContent = '–';
    this.#spokenAt = Number.NEGATIVE_INFINITY;
  }
}

/** @param {number} level */
function toPart(level) {
  return (level - LOWEST) / -LOWEST;
}
