import { FrameList } from '../connections/frame-list.js';
import { byId } from '../shell/dom.js';

/** @typedef {import('../../operations/sessions.js').Frame} Frame */

/** How many frames are kept. */
const MAX_FRAMES = 500;

/** The frames of the playground, with their filters. */
export class PlaygroundFrames {
  #list = new FrameList(byId('playground-frames'));
  #direction = byId('playground-direction', HTMLSelectElement);
  #text = byId('playground-filter', HTMLInputElement);
  /** @type {Frame[]} */
  #frames = [];

  constructor() {
    for (const control of [this.#direction, this.#text]) {
      control.addEventListener('input', () => this.#list.show(this.#frames, this));
    }
    byId('playground-clear').addEventListener('click', () => {
      this.#frames = [];
      this.#list.clear();
    });
  }

  /** @param {Frame} frame */
  add(frame) {
    this.#frames = [...this.#frames, frame].slice(-MAX_FRAMES);
    this.#list.add([frame], this);
  }

  /** @param {Frame} frame */
  accepts({ direction, text }) {
    const wanted = this.#direction.value;
    if (wanted !== '' && wanted !== direction) return false;
    return text.toLowerCase().includes(this.#text.value.toLowerCase());
  }
}
