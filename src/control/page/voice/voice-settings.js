import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, showIfChanged } from '../shell/dom.js';
import { SettingControl } from './setting-control.js';

/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettings} VoiceSettings */
/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettingsPatch} VoiceSettingsPatch */
/** @typedef {import('../../voice/voice-schemas.js').EffectiveSettings} EffectiveSettings */

const SWITCHES = /** @type {const} */ ([
  'automatic_gain_control',
  'echo_cancellation',
  'noise_suppression',
  'qos',
  'silence_warning',
]);

const DIRECTIONS = /** @type {const} */ (['input', 'output']);
const NAMES = { input: 'microphone', output: 'speaker' };
/** The entry for the system's default, which is there without a device, too. */
const DEFAULT_ID = 'default';

/** The form of the voice settings. */
export class VoiceSettingsForm {
  #send;
  /** @type {((settings: VoiceSettings) => void)[]} what shows each control's value */
  #shows = [];

  /** @param {(patch: VoiceSettingsPatch) => Promise<void>} send must not throw */
  constructor(send) {
    this.#send = send;
    for (const direction of DIRECTIONS) {
      const device = byId(`voice-${direction}-device`, HTMLSelectElement);
      this.#shows.push((settings) => showDevices(device, settings[direction]));
      this.#bind(
        device,
        (settings) => settings[direction].device_id,
        () => ({ [direction]: { device_id: device.value } }),
      );
      const volume = byId(`voice-${direction}-volume`, HTMLInputElement);
      this.#bindNumber(
        volume,
        (settings) => settings[direction].volume,
        (value) => ({ [direction]: { volume: value } }),
        byId(`voice-${direction}-percent`),
      );
    }
    for (const name of SWITCHES) {
      const box = byId(`voice-${name.replaceAll('_', '-')}`, HTMLInputElement);
      this.#bind(
        box,
        (settings) => settings[name],
        () => ({ [name]: box.checked }),
      );
    }
    this.#bindMode();
  }

  /** @param {EffectiveSettings} effective */
  show({ settings, missing_devices: missing, taken_over, without_device: without }) {
    showTakenOver(taken_over);
    for (const show of this.#shows) show(settings);
    for (const direction of DIRECTIONS) {
      const note = byId(`voice-${direction}-missing`);
      const hasNone = settings[direction].available_devices.every(({ id }) => id === DEFAULT_ID);
      const isWithout = without.includes(direction);
      note.hidden = !isWithout && !missing.includes(direction);
      const noDefault = `The default of the system is no ${NAMES[direction]}: choose one here.`;
      const none = hasNone ? 'There is no other one.' : noDefault;
      const chosen = `The chosen ${NAMES[direction]} is not plugged in.`;
      const unused = hasNone ? `No ${NAMES[direction]} is plugged in.` : noDefault;
      const text = missing.includes(direction)
        ? `${chosen} ${isWithout ? none : 'This one is used until it is back.'}`
        : unused;
      if (note.textContent !== text) note.textContent = text;
    }
  }

  #bindMode() {
    const [activity, key] = [
      byId('voice-activity', HTMLInputElement),
      byId('voice-push-to-talk', HTMLInputElement),
    ];
    this.#bind(
      activity,
      ({ mode }) => mode.type === 'VOICE_ACTIVITY',
      () => ({ mode: { type: 'VOICE_ACTIVITY' } }),
    );
    this.#bind(
      key,
      ({ mode }) => mode.type === 'PUSH_TO_TALK',
      () => ({ mode: { type: 'PUSH_TO_TALK' } }),
    );
    const automatic = byId('voice-auto-threshold', HTMLInputElement);
    this.#bind(
      automatic,
      ({ mode }) => mode.auto_threshold,
      () => ({ mode: { auto_threshold: automatic.checked } }),
    );
    const [slider, number] = [
      byId('voice-threshold', HTMLInputElement),
      byId('voice-threshold-number', HTMLInputElement),
    ];
    for (const [control, other] of /** @type {const} */ ([
      [slider, number],
      [number, slider],
    ])) {
      this.#bindNumber(
        control,
        ({ mode }) => Math.round(mode.threshold),
        (threshold) => ({ mode: { threshold } }),
      );
      control.addEventListener('input', () => {
        if (control.validity.valid) other.value = control.value;
      });
    }
    this.#bindNumber(
      byId('voice-delay', HTMLInputElement),
      ({ mode }) => Math.round(mode.delay),
      (delay) => ({ mode: { delay } }),
    );
    this.#shows.push(showMode);
  }

  /**
   * @param {HTMLInputElement} control
   * @param {(settings: VoiceSettings) => number} read
   * @param {(value: number) => VoiceSettingsPatch} toPatch
   * @param {HTMLElement | null} [percent]
   */
  #bindNumber(control, read, toPatch, percent = null) {
    this.#bind(control, read, () => toPatch(control.valueAsNumber), percent);
  }

  /**
   * @param {import('./setting-control.js').Control} control
   * @param {(settings: VoiceSettings) => string | number | boolean} read
   * @param {() => VoiceSettingsPatch} toPatch
   * @param {HTMLElement | null} [percent]
   */
  #bind(control, read, toPatch, percent = null) {
    const setting = new SettingControl(control, () => this.#send(toPatch()), percent);
    this.#shows.push((settings) => setting.show(read(settings)));
  }
}

/**
 * What a certified microphone does itself cannot be switched on: it would be done twice.
 *
 * @param {EffectiveSettings['taken_over']} takenOver
 */
function showTakenOver(takenOver) {
  for (const name of SWITCHES) {
    const isTaken = takenOver?.settings.some((one) => one === name) ?? false;
    byId(`voice-${name.replaceAll('_', '-')}`, HTMLInputElement).disabled = isTaken;
  }
  const note = byId('voice-taken-over');
  note.hidden = takenOver === null;
  const text =
    takenOver === null ? '' : toVisibleText(`${takenOver.device} does what is grayed out here itself.`);
  if (note.textContent !== text) note.textContent = text;
}

/** @param {VoiceSettings} settings */
function showMode({ mode }) {
  const isActivity = mode.type === 'VOICE_ACTIVITY';
  byId('voice-activity-settings').hidden = !isActivity;
  byId('voice-push-to-talk-settings').hidden = isActivity;
  byId('voice-threshold').hidden = !isActivity || mode.auto_threshold;
  byId('voice-threshold-fields').hidden = mode.auto_threshold;
}

/**
 * @param {HTMLSelectElement} select
 * @param {VoiceSettings['input']} end
 */
function showDevices(select, { available_devices: devices }) {
  showIfChanged(select, devices, () => {
    const options = devices.map(({ id, name }) => element('option', { value: id }, toVisibleText(name)));
    select.replaceChildren(...options);
  });
}
