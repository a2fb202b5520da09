import { element } from './dom.js';

/**
 * A button that copies a shown text; where the browser does not let the page copy, the text is selected.
 *
 * @param {HTMLElement} text
 * @param {string} name what it copies, e.g. `id`
 * @returns {HTMLElement}
 */
export function copyButton(text, name) {
  const word = element('span', {}, 'Copy');
  const rest = element('span', { class: 'visually-hidden' }, ` ${name}`);
  const button = element('button', { class: 'small', type: 'button' }, word, rest);
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text.textContent).then(
      () => {
        word.textContent = 'Copied';
      },
      () => getSelection()?.selectAllChildren(text),
    );
  });
  return button;
}
