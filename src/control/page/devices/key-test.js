import { toVisibleText } from '../../../platform/text/visible-text.js';
import { stream } from '../daemon/api.js';
import { byId, element } from '../shell/dom.js';
import { GamepadAxes } from './gamepad-axes.js';

/** @typedef {import('../../../protocol/rpc/shortcut.js').Shortcut} Shortcut */

/** How many combinations are listed. */
const HISTORY = 8;

const PRESS = 'Press keys or buttons…';
const NO_DEVICE = 'No keyboard, mouse or gamepad is connected to this machine. Connect one and press a key.';

/** @type {Readonly<Record<number, string>>} */
const TYPES = { 0: 'key', 1: 'mouse button', 2: 'modifier', 3: 'gamepad button' };

/** Shows which keys and buttons the daemon reads, only while its area has the focus and the page is visible. */
export class KeyTest {
  #start = byId('key-test-start', HTMLButtonElement);
  #area = byId('key-test');
  #state = byId('key-test-state');
  #keys = byId('key-test-keys');
  #history = byId('key-test-history');
  #axes = new GamepadAxes();
  #report;
  /** @type {AbortController | null} */
  #running = null;

  /** @param {(error: unknown) => void} report shows an error to the person */
  constructor(report) {
    this.#report = report;
    this.#start.addEventListener('click', () => void this.#run());
    this.#area.addEventListener('blur', () => this.stop());
    addEventListener('blur', () => this.stop());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') this.stop();
    });
    // Otherwise keys would also scroll the page or press buttons. Tab leaves the area.
    for (const type of ['keydown', 'keyup']) {
      this.#area.addEventListener(type, (event) => this.#suppress(/** @type {KeyboardEvent} */ (event)));
    }
  }

  /** Ends the test. */
  stop() {
    this.#running?.abort();
  }

  async #run() {
    const running = new AbortController();
    this.#running = running;
    this.#begin();
    try {
      for await (const part of stream('/devices/key-test', { method: 'POST', signal: running.signal })) {
        if (running.signal.aborted) break;
        if (part.state === 'listening') this.#state.textContent = part.has_device ? PRESS : NO_DEVICE;
        if (part.state === 'changed') this.#show(part.shortcut);
      }
    } catch (error) {
      if (!running.signal.aborted) this.#report(error);
    }
    this.#running = null;
    this.#end();
  }

  #begin() {
    this.#start.disabled = true;
    this.#area.hidden = false;
    this.#state.textContent = 'Starting to read keys…';
    this.#keys.replaceChildren();
    this.#history.replaceChildren();
    this.#area.focus();
    this.#axes.start();
  }

  #end() {
    const hadFocus = this.#area.contains(document.activeElement);
    this.#axes.stop();
    this.#start.disabled = false;
    this.#area.hidden = true;
    this.#keys.replaceChildren();
    this.#history.replaceChildren();
    if (hadFocus) this.#start.focus();
  }

  /** @param {Shortcut} shortcut */
  #show(shortcut) {
    const before = this.#keys.textContent ?? '';
    if (before !== '') this.#history.prepend(element('li', {}, before));
    while (this.#history.children.length > HISTORY) this.#history.lastElementChild?.remove();
    const keys = shortcut.flatMap(({ type, code, name }, index) => [
      ...(index === 0 ? [] : [' + ']),
      element('kbd', { title: `${TYPES[type] ?? 'button'} ${code}` }, toVisibleText(name)),
    ]);
    this.#keys.replaceChildren(...keys);
  }

  /** @param {KeyboardEvent} event */
  #suppress(event) {
    if (this.#running === null || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'keydown' && event.key === 'Escape') this.stop();
  }
}
