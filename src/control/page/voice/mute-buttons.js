import { byId } from '../shell/dom.js';

/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettings} VoiceSettings */
/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettingsPatch} VoiceSettingsPatch */

/** The buttons Mute and Deafen, which are pressed while they are in effect. */
export class MuteButtons {
  #buttons;

  /**
   * @param {string} prefix of their ids
   * @param {(patch: VoiceSettingsPatch) => Promise<void>} change must not throw
   */
  constructor(prefix, change) {
    const mute = byId(`${prefix}-mute-toggle`, HTMLButtonElement);
    const deaf = byId(`${prefix}-deafen-toggle`, HTMLButtonElement);
    this.#buttons = { mute, deaf };
    mute.addEventListener('click', () => void change({ mute: !isPressed(mute) }));
    deaf.addEventListener('click', () => void change({ deaf: !isPressed(deaf) }));
  }

  /** @param {Pick<VoiceSettings, 'deaf' | 'mute'>} settings in effect */
  show({ mute, deaf }) {
    this.#buttons.mute.setAttribute('aria-pressed', String(mute));
    this.#buttons.deaf.setAttribute('aria-pressed', String(deaf));
  }
}

/** @param {HTMLButtonElement} button */
function isPressed(button) {
  return button.getAttribute('aria-pressed') === 'true';
}
