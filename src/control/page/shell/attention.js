import { ViewUpdates } from '../daemon/view-updates.js';

/** Reports to the daemon that the person looks at this page: it is visible and has the focus. */
export class Attention {
  /** an open stream is the report; nothing is received */
  #reporting = new ViewUpdates('/attention', () => {});
  #isClosed = false;

  constructor() {
    for (const event of ['focus', 'blur']) addEventListener(event, () => this.#review());
    this.#review();
  }

  /** Ends the reports. */
  close() {
    this.#isClosed = true;
    this.#review();
  }

  #review() {
    this.#reporting.setShown(!this.#isClosed && document.hasFocus());
  }
}
