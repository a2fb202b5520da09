import { call } from './api.js';
import { byId, foreignText } from './dom.js';
import { timeElement } from './time-element.js';

/** @typedef {import('../../status.js').DaemonStatus['capture']} Capture */

/** Shows which application records keys, with a button to stop it. */
export class CaptureBanner {
  #banner = byId('capture-banner');
  #stop = byId('capture-stop', HTMLButtonElement);

  constructor() {
    this.#stop.addEventListener('click', () => {
      // The result shows in the banner itself.
      call('/capture', 'DELETE').catch(() => {});
    });
  }

  /** @param {Capture} capture */
  show(capture) {
    this.#banner.hidden = capture === null;
    if (capture === null) return;
    byId('capture-text').replaceChildren(
      foreignText('bdi', '', capture.application.name),
      ' is recording the keys you press, since ',
      timeElement(capture.started_at),
      '.',
    );
  }
}
