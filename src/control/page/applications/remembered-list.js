import { toVisibleText } from '../../../platform/text/visible-text.js';
import { showAvatar } from '../shell/avatar.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';

/** @typedef {import('../../applications/remembered-answers.js').RememberedAnswer} Answer */

/** Shows the answers "Allow" that apply to later requests. */
export class RememberedList {
  #forget;

  /** @param {(id: string) => void} forget */
  constructor(forget) {
    this.#forget = forget;
  }

  /** @param {readonly Answer[]} answers */
  show(answers) {
    byId('remembered-none').hidden = answers.length > 0;
    keepInStep(byId('remembered'), answers, {
      key: ({ id }) => id,
      create: (answer) => this.#createRow(answer),
      update: updateRow,
    });
  }

  /** @param {Answer} answer */
  #createRow({ id, application, origin }) {
    const name = application.name ?? `Application ${application.id}`;
    const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
    showAvatar(avatar, { ...application, name });
    const label = `Forget the answer about ${toVisibleText(name)}`;
    const forget = element('button', { class: 'small', 'aria-label': label }, 'Forget');
    forget.addEventListener('click', () => this.#forget(id));
    const description = element(
      'div',
      {},
      foreignText('bdi', 'name', name),
      foreignText('div', 'detail', origin ?? 'A program on this computer, without an origin'),
      element('div', { class: 'chips' }),
    );
    return element('li', { class: 'row' }, avatar, description, forget);
  }
}

/**
 * @param {HTMLElement} row
 * @param {Answer} answer
 */
function updateRow(row, { key_capture, permissions }) {
  const names = [...permissions.map(({ name }) => name), ...(key_capture ? ['recording keys'] : [])];
  const chips = names.map((name) => element('span', { class: 'chip' }, name));
  row.querySelector('.chips')?.replaceChildren(...chips);
}
