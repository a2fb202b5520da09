import { copyButton } from '../shell/copy-button.js';
import { byId, element } from '../shell/dom.js';

/** Shows secrets once: they are removed from the page when the dialog closes. */
export class SecretDialog {
  #dialog = byId('secret-dialog', HTMLDialogElement);
  #list = byId('secret-list');

  constructor() {
    byId('secret-close').addEventListener('click', () => {
      this.#list.replaceChildren();
      this.#dialog.close();
    });
    // Escape would lose a secret that nobody saved.
    this.#dialog.addEventListener('cancel', (event) => event.preventDefault());
    this.#dialog.addEventListener('close', () => this.#list.replaceChildren());
  }

  /**
   * @param {string} title
   * @param {Readonly<Record<string, string>>} values by what they are
   */
  show(title, values) {
    byId('secret-title').textContent = title;
    this.#list.replaceChildren(
      ...Object.entries(values).map(([name, value]) => {
        const text = element('span', { class: 'mono' }, value);
        const shown = element('dd', { class: 'copyable' }, text, copyButton(text, name));
        return element('div', {}, element('dt', {}, name), shown);
      }),
    );
    this.#dialog.showModal();
    byId('secret-title').focus();
  }
}
