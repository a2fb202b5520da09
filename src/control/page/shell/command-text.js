import { copyButton } from './copy-button.js';
import { element } from './dom.js';

/** Commands that hints name. */
const COMMAND = /\b(?:npm run setup|guildhall [a-z-]+(?: --[a-z-]+)*|apt install [a-z0-9.+-]+)/;

/**
 * The first command that a hint of the daemon names.
 *
 * @param {string} hint
 * @returns {string | null}
 */
export function commandIn(hint) {
  return COMMAND.exec(hint)?.[0] ?? null;
}

/**
 * A button that shows a command of the terminal, to be copied.
 *
 * @param {string} command
 * @returns {HTMLElement}
 */
export function commandText(command) {
  const show = element(
    'button',
    { type: 'button', class: 'small', 'aria-expanded': 'false' },
    'Show command',
  );
  const code = element('code', {}, command);
  const shown = element('span', { class: 'command', hidden: '' }, code, copyButton(code, 'command'));
  show.addEventListener('click', () => {
    shown.hidden = !shown.hidden;
    show.setAttribute('aria-expanded', String(!shown.hidden));
  });
  return element('div', { class: 'command-part' }, show, shown);
}
