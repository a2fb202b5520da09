import { Requests } from '../daemon/requests.js';
import { byId, element, foreignText } from './dom.js';
import { timeElement } from './time-element.js';

/** @typedef {import('../../status.js').DaemonStatus['capture']} Capture */

/** Shows which application records keys, with a button to stop it. */
export class CaptureStatus {
  #line = byId('capture-status');
  #error = byId('capture-error');
  #requests = new Requests(this.#error);

  constructor() {
    // That it has stopped shows in the line itself.
    byId('capture-stop').addEventListener('click', () => void this.#requests.end('/capture'));
  }

  /** @param {Capture} capture */
  show(capture) {
    this.#line.hidden = capture === null;
    if (capture === null) {
      this.#error.hidden = true;
      return;
    }
    byId('capture-text').replaceChildren(
      foreignText('bdi', 'name', capture.application.name),
      element('span', {}, ' is recording the keys you press, since ', timeElement(capture.started_at)),
    );
  }
}
