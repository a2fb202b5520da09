import { Requests } from '../daemon/requests.js';
import { byId, element, foreignText } from '../shell/dom.js';
import { showEndpoints } from './audio-rows.js';
import { showDrivers } from './driver-rows.js';
import { InputLevels } from './input-levels.js';
import { KeyTest } from './key-test.js';

/** @typedef {import('../../operations/devices.js').Devices} Devices */

/** The view of everything that is plugged in, with the test area of keys. */
export class DevicesView {
  #requests = new Requests(byId('devices-error'));
  #levels = new InputLevels((error) => this.#requests.report(error));
  #keyTest = new KeyTest((error) => this.#requests.report(error));
  /** @type {Devices | null} */
  #devices = null;
  /** @type {{ input: string | null, output: string | null }} */
  #inUse = { input: null, output: null };

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#levels.setShown(isShown);
    if (!isShown) this.#keyTest.stop();
  }

  /** @param {import('../shell/views.js').Part} part */
  receive(part) {
    if (part.part === 'devices') this.#devices = part.value;
    else if (part.part === 'devicesInUse') this.#inUse = part.value;
    else if (part.part === 'status') return showDrivers(byId('drivers'), part.value.drivers);
    else return;
    this.#show();
  }

  #show() {
    if (this.#devices === null) return;
    const { audio_inputs, audio_outputs } = this.#devices;
    const { input, output } = this.#inUse;
    const meter = (/** @type {string} */ id) => this.#levels.create(id);
    showEndpoints(byId('devices-inputs'), { endpoints: audio_inputs, inUse: input, meter });
    showEndpoints(byId('devices-outputs'), { endpoints: audio_outputs, inUse: output, meter: null });
    this.#levels.setInUse(input);
    byId('devices-inputs').hidden = audio_inputs.length === 0;
    byId('devices-inputs-none').hidden = audio_inputs.length > 0;
    byId('devices-outputs').hidden = audio_outputs.length === 0;
    byId('devices-outputs-none').hidden = audio_outputs.length > 0;
    showOthers(this.#devices);
  }
}

/** @type {Readonly<Record<string, string>>} */
const MAPPINGS = { system: '', file: 'own mapping', none: 'buttons unknown' };

/** @param {Devices} devices */
function showOthers(devices) {
  const { video_inputs, gamepads, hid } = devices;
  const groups = [
    group('Gamepads', gamepads, ({ mapping }) => MAPPINGS[mapping] ?? ''),
    group('Cameras', video_inputs, ({ certified }) => (certified ? 'certified' : '')),
    group('HID', hid, ({ endpoint_ids }) => partOf(namesOf(endpoint_ids, devices))),
  ].filter((one) => one !== null);
  const none = element('p', { class: 'group detail' }, 'No other device was found.');
  byId('devices-others').replaceChildren(...(groups.length > 0 ? groups : [none]));
}

/**
 * @template {{ name: string }} Device
 * @param {string} title
 * @param {readonly Device[]} devices
 * @param {(device: Device) => string} noteOf
 */
function group(title, devices, noteOf) {
  if (devices.length === 0) return null;
  const rows = devices.map((device) => {
    const note = noteOf(device);
    const row = element('li', { class: 'device' }, foreignText('bdi', '', device.name));
    if (note === 'certified') row.append(element('span', { class: 'chip certified' }, note));
    else if (note !== '') row.append(foreignText('bdi', 'detail', note));
    return row;
  });
  return element('div', { class: 'group' }, element('h3', {}, title), element('ul', {}, ...rows));
}

/** @param {readonly string[]} names */
function partOf(names) {
  return names.length === 0 ? '' : `of ${names.join(', ')}`;
}

/**
 * @param {readonly string[]} ids of audio endpoints
 * @param {Devices} devices
 */
function namesOf(ids, { audio_inputs, audio_outputs }) {
  const endpoints = [...audio_inputs, ...audio_outputs].filter(({ id }) => ids.includes(id));
  return [...new Set(endpoints.map(({ name }) => name))];
}
