import { toVisibleText } from '../../../platform/text/visible-text.js';
import { Arming } from './arming.js';
import { byId, element } from './dom.js';

/**
 * What the person fills in; with `options` they choose one.
 *
 * @typedef {object} Field
 * @property {string} name of the value
 * @property {string} label
 * @property {string} [value] at first
 * @property {readonly { readonly id: string, readonly name: string }[]} [options] names of others may be among them
 * @property {boolean} [isOptional]
 * @property {number} [most] characters of a text
 */

/**
 * @typedef {object} Form
 * @property {string} title must be visible text
 * @property {string} [note] must be visible text
 * @property {readonly Field[]} fields
 * @property {string} yes the button that sends it
 * @property {boolean} [isDangerous] whether it takes something away: then nothing is chosen at first
 * @property {boolean} [isAskedByOthers] whether a program or page asked for it, and not the person
 */

/** Asks the person for a few values. */
export class FormDialog {
  #dialog = byId('form-dialog', HTMLDialogElement);
  #form = byId('form-dialog-form', HTMLFormElement);
  #fields = byId('form-dialog-fields');
  #yes = byId('form-dialog-yes', HTMLButtonElement);
  #arming = new Arming((isEnabled) => {
    this.#yes.disabled = !isEnabled;
  });
  /** @type {(values: Record<string, string> | null) => void} */
  #answer = () => {};

  constructor() {
    byId('form-dialog-cancel').addEventListener('click', () => this.#dialog.close());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#dialog.close('yes');
    });
    this.#dialog.addEventListener('close', () =>
      this.#answer(this.#dialog.returnValue === 'yes' ? this.#read() : null),
    );
  }

  /**
   * @param {Form} form
   * @returns {Promise<Record<string, string> | null>} the values by name; null: the person does not want it
   */
  ask({ title, note = '', fields, yes, isAskedByOthers = false, isDangerous = false }) {
    byId('form-dialog-title').textContent = title;
    byId('form-dialog-note').textContent = note;
    this.#yes.textContent = yes;
    this.#yes.className = isDangerous ? 'danger' : 'primary';
    this.#arming.stop();
    if (isAskedByOthers) this.#arming.start();
    else this.#yes.disabled = false;
    this.#fields.replaceChildren(...fields.map((field) => createField(field, isDangerous)));
    this.#dialog.returnValue = '';
    this.#dialog.showModal();
    const first = this.#fields.querySelector('input, select');
    if (first instanceof HTMLElement) first.focus();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  #read() {
    const data = new FormData(this.#form);
    return Object.fromEntries([...data].map(([name, value]) => [name, String(value).trim()]));
  }
}

/**
 * @param {Field} field
 * @param {boolean} mustChoose whether a list starts without a choice
 */
function createField({ name, label, value = '', options, isOptional = false, most = 100 }, mustChoose) {
  const id = `form-dialog-${name}`;
  const attributes = { id, name, ...(isOptional ? {} : { required: '' }) };
  const control =
    options === undefined
      ? element('input', {
          ...attributes,
          value,
          type: 'text',
          maxlength: `${most}`,
          autocomplete: 'off',
          dir: 'auto',
        })
      : element(
          'select',
          attributes,
          ...(mustChoose ? [element('option', { value: '' }, 'Choose…')] : []),
          ...options.map((one) =>
            element(
              'option',
              { value: one.id, ...(one.id === value ? { selected: '' } : {}) },
              toVisibleText(one.name),
            ),
          ),
        );
  return element('div', { class: 'form-field' }, element('label', { for: id }, label), control);
}
