import { byId } from '../shell/dom.js';

/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettings} VoiceSettings */
/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettingsPatch} VoiceSettingsPatch */

/** The buttons Mute and Deafen, which are pressed while they are in effect. */
export class MuteButtons {
  #buttons = {
    mute: byId('voice-mute-toggle', HTMLButtonElement),
    deaf: byId('voice-deafen-toggle', HTMLButtonElement),
  };

  /** @param {(patch: VoiceSettingsPatch) => Promise<void>} change must not throw */
  constructor(change) {
    const { mute, deaf } = this.#buttons;
    mute.addEventListener('click', () => void change({ mute: !isPressed(mute) }));
    deaf.addEventListener('click', () => void change({ deaf: !isPressed(deaf) }));
  }

  /** @param {VoiceSettings} settings in effect */
  show({ mute, deaf }) {
    this.#buttons.mute.setAttribute('aria-pressed', String(mute));
    this.#buttons.deaf.setAttribute('aria-pressed', String(deaf));
  }
}

/** @param {HTMLButtonElement} button */
function isPressed(button) {
  return button.getAttribute('aria-pressed') === 'true';
}
