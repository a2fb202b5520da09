import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId } from '../shell/dom.js';

/** Shows the key of an action and captures another one: the daemon reads it, also if another window has the focus. */
export class VoiceKey {
  #name;
  #path;
  #text;
  #set;
  #clear;
  #none;
  #requests;
  /** @type {AbortController | null} */
  #capture = null;
  #shown = '';
  /** why the last combination was not taken */
  #refusal = '';

  /**
   * @param {import('../../../voice/voice-keys.js').VoiceKeyAction} action
   * @param {string} none what is shown without a key
   * @param {import('../daemon/requests.js').Requests} requests
   */
  constructor(action, none, requests) {
    this.#name = action.replaceAll('_', '-');
    const id = `voice-key-${this.#name}`;
    this.#path = `/voice/keys/${action}`;
    this.#text = byId(id);
    this.#set = byId(`${id}-set`, HTMLButtonElement);
    this.#clear = byId(`${id}-clear`, HTMLButtonElement);
    this.#none = none;
    this.#requests = requests;
    this.#setLabel('Set key');
    this.#clear.ariaLabel = `Clear: ${this.#name}`;
    this.#set.addEventListener('click', () => {
      if (this.#capture === null) void this.#captureKey();
      else this.stop();
    });
    this.#clear.addEventListener('click', () => void requests.send(this.#path, 'PATCH', { shortcut: [] }));
    // Otherwise keys would also scroll the page, move the focus or press buttons.
    addEventListener('keydown', (event) => this.#suppress(event), { capture: true });
    addEventListener('keyup', (event) => this.#suppress(event), { capture: true });
  }

  /** @param {import('../../../protocol/rpc/shortcut.js').Shortcut} shortcut */
  show(shortcut) {
    const shown = shortcut.map(({ name }) => toVisibleText(name)).join(' + ');
    if (shown !== this.#shown) this.#refusal = '';
    this.#shown = shown;
    this.#clear.hidden = shortcut.length === 0;
    if (this.#capture === null) this.#showKey();
  }

  /** Ends the capture, without a change. */
  stop() {
    this.#capture?.abort();
  }

  async #captureKey() {
    const capture = new AbortController();
    this.#capture = capture;
    this.#refusal = '';
    this.#setLabel('Cancel');
    this.#text.textContent = 'Starting to read keys…';
    await this.#requests.receive(this.#path, (item) => this.#take(item), capture.signal);
    this.#capture = null;
    this.#setLabel('Set key');
    this.#showKey();
  }

  /** @param {{ state: 'listening' | 'completed' | 'refused' | 'ended', message?: string, hint?: string | null }} item */
  #take({ state, message, hint }) {
    if (state === 'listening')
      this.#text.textContent = 'Press a key, a button or a combination, and release it…';
    if (state === 'refused') this.#refusal = toVisibleText(`${message}. ${hint ?? ''}`);
  }

  #showKey() {
    this.#text.textContent = this.#refusal || this.#shown || this.#none;
  }

  /** Tells screen readers of which action. @param {string} label */
  #setLabel(label) {
    this.#set.textContent = label;
    this.#set.ariaLabel = `${label}: ${this.#name}`;
  }

  /** @param {KeyboardEvent} event */
  #suppress(event) {
    if (this.#capture === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'keydown' && event.key === 'Escape') this.stop();
  }
}
