import { toVisibleText } from '../../../platform/text/visible-text.js';
import { commandIn, commandText } from '../shell/command-text.js';
import { element, keepInStep } from '../shell/dom.js';

/** @typedef {import('../../status.js').DaemonStatus['drivers'][number]} Driver */

/** @type {Readonly<Record<string, string>>} */
const NAMES = {
  'keyboard-mouse': 'Keyboard and mouse',
  audio: 'Sound',
  gamepad: 'Gamepads',
  hid: 'Other devices (HID)',
};

/** @type {Readonly<Record<string, string>>} */
const STATES = {
  idle: 'ready, not in use',
  starting: 'starting',
  running: 'running',
  unavailable: 'does not work',
  failed: 'crashed',
};

/** @param {string} name @returns {string} for the person */
export function driverName(name) {
  return NAMES[name] ?? name;
}

/**
 * Shows the health of each driver, with what to do about it.
 *
 * @param {HTMLElement} list
 * @param {readonly Driver[]} drivers
 */
export function showDrivers(list, drivers) {
  keepInStep(list, drivers, {
    // Another state is another row, so that an open command stays while nothing changes.
    key: ({ name, state, reason, hint }) => JSON.stringify([name, state, reason, hint]),
    create: driverRow,
    update: () => {},
  });
}

/** @param {Driver} driver */
function driverRow({ name, state, reason, hint }) {
  const row = element(
    'li',
    {},
    element('span', { class: 'name' }, driverName(name)),
    element('span', { class: 'state', 'data-state': state }, STATES[state] ?? state),
  );
  if (reason !== null) row.append(element('p', { class: 'reason' }, toVisibleText(reason)));
  if (hint !== null) row.append(element('p', { class: 'hint' }, toVisibleText(hint)));
  const command = hint === null ? null : commandIn(hint);
  if (command !== null) row.append(commandText(command));
  return row;
}
