/** The title of the tab: the number of waiting requests, if any, and the view. */
export class PageTitle {
  #waiting = 0;
  #view = '';

  /** @param {string} view */
  showView(view) {
    this.#view = view;
    this.#show();
  }

  /** @param {number} waiting */
  showWaiting(waiting) {
    this.#waiting = waiting;
    this.#show();
  }

  #show() {
    document.title = `${this.#waiting === 0 ? '' : `(${this.#waiting}) `}${this.#view} · Guildhall`;
  }
}
