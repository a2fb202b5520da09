/** How long what others asked for cannot be answered, in milliseconds: a click or key just then was meant for something else. */
const ARMING = 600;

/**
 * Lets a question that others asked be answered once it was shown in a window with the focus for a moment: a page that asks for a
 * double click can close its own window over this one with the first.
 */
export class Arming {
  #setEnabled;
  #page;
  #isWanted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(isEnabled: boolean) => void} setEnabled enables what answers the question
   * @param {Pick<Window, 'addEventListener' | 'document'>} page
   */
  constructor(setEnabled, page = window) {
    this.#setEnabled = setEnabled;
    this.#page = page;
    page.addEventListener('blur', () => this.#wait(false));
    page.addEventListener('focus', () => this.#wait(true));
  }

  /** The question is shown. */
  start() {
    this.#isWanted = true;
    this.#setEnabled(false);
    this.#wait(this.#page.document.hasFocus());
  }

  /** The question is no longer shown, or was answered. */
  stop() {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#setEnabled(false);
  }

  /** @param {boolean} hasFocus */
  #wait(hasFocus) {
    if (!this.#isWanted) return;
    clearTimeout(this.#timer);
    this.#setEnabled(false);
    if (hasFocus) this.#timer = setTimeout(() => this.#setEnabled(true), ARMING);
  }
}
