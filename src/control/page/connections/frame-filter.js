import { byId } from '../shell/dom.js';

/** @typedef {import('../../operations/sessions.js').Frame} Frame */

/** Which frames of the inspector are shown. */
export class FrameFilter {
  #direction = byId('inspector-direction', HTMLSelectElement);
  #command = byId('inspector-command', HTMLInputElement);
  #text = byId('inspector-text', HTMLInputElement);

  /** @param {() => void} changed */
  constructor(changed) {
    for (const control of [this.#direction, this.#command, this.#text]) {
      control.addEventListener('input', changed);
    }
  }

  /** @param {Frame} frame */
  accepts({ direction, cmd, evt, text }) {
    const wanted = this.#direction.value;
    if (wanted !== '' && wanted !== direction) return false;
    const name = this.#command.value.trim().toUpperCase();
    if (name !== '' && ![cmd, evt].some((each) => each?.includes(name))) return false;
    return text.toLowerCase().includes(this.#text.value.toLowerCase());
  }
}
