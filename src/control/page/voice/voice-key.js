import { toVisibleText } from '../../../platform/text/visible-text.js';
import { stream } from '../shell/api.js';
import { byId } from '../shell/dom.js';

/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettings} VoiceSettings */

/** Shows the key of push-to-talk and captures another one: the daemon reads it, also if another window has the focus. */
export class VoiceKey {
  #text = byId('voice-key');
  #set = byId('voice-key-set', HTMLButtonElement);
  #clear = byId('voice-key-clear', HTMLButtonElement);
  #report;
  /** @type {AbortController | null} */
  #capture = null;
  #shown = '';

  /**
   * @param {(patch: import('../../../protocol/rpc/voice-settings.js').VoiceSettingsPatch) => Promise<void>} send
   * @param {(error: unknown) => void} report shows an error to the person
   */
  constructor(send, report) {
    this.#report = report;
    this.#set.addEventListener('click', () => {
      if (this.#capture === null) void this.#captureKey();
      else this.stop();
    });
    this.#clear.addEventListener('click', () => void send({ mode: { shortcut: [] } }));
    // Otherwise keys would also scroll the page, move the focus or press buttons.
    addEventListener('keydown', (event) => this.#suppress(event), { capture: true });
    addEventListener('keyup', (event) => this.#suppress(event), { capture: true });
  }

  /** @param {VoiceSettings} settings */
  show({ mode: { shortcut } }) {
    this.#shown = shortcut.map(({ name }) => toVisibleText(name)).join(' + ');
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
    this.#set.textContent = 'Cancel';
    this.#text.textContent = 'Starting to read keys…';
    try {
      for await (const { state } of stream('/voice/push-to-talk-key', {
        method: 'POST',
        signal: capture.signal,
      })) {
        if (state === 'listening')
          this.#text.textContent = 'Press a key, a button or a combination, and release it…';
      }
    } catch (error) {
      if (!capture.signal.aborted) this.#report(error);
    }
    this.#capture = null;
    this.#set.textContent = 'Set key';
    this.#showKey();
  }

  #showKey() {
    this.#text.textContent = this.#shown === '' ? 'No key is set: nothing is sent.' : this.#shown;
  }

  /** @param {KeyboardEvent} event */
  #suppress(event) {
    if (this.#capture === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'keydown' && event.key === 'Escape') this.stop();
  }
}
