import { call } from '../shell/api.js';
import { byId } from '../shell/dom.js';

/** @typedef {import('../../voice/voice-summary.js').VoiceSummary} VoiceSummary */

/** Shows the person's own voice settings and changes them. */
export class OwnVoiceChannel {
  #section = byId('own-voice');
  #mute = byId('voice-mute', HTMLInputElement);
  #deaf = byId('voice-deaf', HTMLInputElement);
  #input = byId('voice-input', HTMLInputElement);
  #output = byId('voice-output', HTMLInputElement);

  constructor() {
    this.#onChange(this.#mute, () => ({ mute: this.#mute.checked }));
    this.#onChange(this.#deaf, () => ({ deaf: this.#deaf.checked }));
    this.#onChange(this.#input, () => ({ input: { volume: this.#input.valueAsNumber } }));
    this.#onChange(this.#output, () => ({ output: { volume: this.#output.valueAsNumber } }));
  }

  /** @param {VoiceSummary | null} voice */
  show(voice) {
    this.#section.hidden = voice === null;
    if (voice === null) return;
    byId('voice-channel').textContent = voice.channel ?? 'Not in a voice channel';
    this.#mute.checked = voice.mute;
    this.#deaf.checked = voice.deaf;
    this.#input.value = String(voice.input_volume);
    this.#output.value = String(voice.output_volume);
  }

  /**
   * @param {HTMLInputElement} control
   * @param {() => object} patch
   */
  #onChange(control, patch) {
    control.addEventListener('change', () => {
      // The result shows in the section itself.
      call('/voice/settings', 'PATCH', patch()).catch(() => {});
    });
  }
}
