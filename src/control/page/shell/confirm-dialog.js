import { byId } from './dom.js';

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text what it means; text of others must be visible text
 * @property {string} yes the button that agrees
 * @property {boolean} [isDangerous] whether it takes something away
 */

/** Asks the person before something that cannot be undone, or that gives a program an ability. */
export class ConfirmDialog {
  #dialog = byId('confirm', HTMLDialogElement);
  /** @type {(isAgreed: boolean) => void} */
  #answer = () => {};

  constructor() {
    byId('confirm-cancel').addEventListener('click', () => this.#dialog.close());
    byId('confirm-yes').addEventListener('click', () => this.#dialog.close('yes'));
    this.#dialog.addEventListener('close', () => this.#answer(this.#dialog.returnValue === 'yes'));
  }

  /**
   * @param {Question} question
   * @returns {Promise<boolean>} whether the person agrees; not with Escape
   */
  ask({ title, text, yes, isDangerous = false }) {
    byId('confirm-title').textContent = title;
    byId('confirm-text').textContent = text;
    byId('confirm-yes').textContent = yes;
    byId('confirm-yes').className = isDangerous ? 'danger' : 'primary';
    this.#dialog.returnValue = '';
    this.#dialog.showModal();
    byId('confirm-cancel').focus();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }
}
