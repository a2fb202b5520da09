import { Requests } from '../daemon/requests.js';
import { byId } from '../shell/dom.js';
import { MuteButtons } from '../voice/mute-buttons.js';
import { ReplyOrder } from '../voice/reply-order.js';
import { SettingControl } from '../voice/setting-control.js';

/** @typedef {import('../../voice/voice-summary.js').VoiceSummary} VoiceSummary */
/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettings} VoiceSettings */
/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettingsPatch} VoiceSettingsPatch */
/** @typedef {Omit<VoiceSummary, 'channel'>} ShownSettings */

/** Shows the person's own voice settings and changes them. */
export class OwnVoiceChannel {
  #section = byId('own-voice');
  #requests = new Requests(byId('own-voice-error'));
  #order = new ReplyOrder();
  #buttons = new MuteButtons('own-voice', (patch) => this.#change(patch));
  /** @type {((settings: ShownSettings) => void)[]} what shows each control's value */
  #shows = [];

  constructor() {
    this.#bind(
      'voice-input',
      ({ input_volume }) => input_volume,
      ({ valueAsNumber }) => ({ input: { volume: valueAsNumber } }),
    );
    this.#bind(
      'voice-output',
      ({ output_volume }) => output_volume,
      ({ valueAsNumber }) => ({ output: { volume: valueAsNumber } }),
    );
  }

  /** @param {VoiceSummary | null} voice null: the daemon cannot read the settings now */
  show(voice) {
    this.#section.hidden = voice === null;
    if (voice === null) return;
    byId('voice-channel').textContent = voice.channel ?? 'Not in a voice channel';
    this.#showSettings(voice);
  }

  /** @param {ShownSettings} settings */
  #showSettings(settings) {
    this.#order.noteShown();
    this.#buttons.show(settings);
    for (const show of this.#shows) show(settings);
  }

  /**
   * @param {string} id of the control
   * @param {(settings: ShownSettings) => number} read
   * @param {(control: HTMLInputElement) => VoiceSettingsPatch} toPatch
   */
  #bind(id, read, toPatch) {
    const control = byId(id, HTMLInputElement);
    const setting = new SettingControl(control, () => this.#change(toPatch(control)), byId(`${id}-value`));
    this.#shows.push((settings) => setting.show(read(settings)));
  }

  /** @param {VoiceSettingsPatch} patch */
  #change(patch) {
    /** @type {Promise<VoiceSettings | undefined>} */
    const reply = this.#requests.send('/voice/settings', 'PATCH', patch);
    return this.#order.show(reply, ({ deaf, input, mute, output }) =>
      this.#showSettings({ deaf, mute, input_volume: input.volume, output_volume: output.volume }),
    );
  }
}
