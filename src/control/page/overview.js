import { toVisibleText } from '../../platform/visible-text.js';
import { call } from './api.js';
import { showAvatar } from './avatar.js';
import { byId, element, foreignText, keepInStep } from './dom.js';

/** @typedef {import('../status.js').DaemonStatus} DaemonStatus */
/** @typedef {import('../operations/devices.js').Devices} Devices */
/** @typedef {import('../operations/sessions.js').Session} Session */

/** @type {Readonly<Record<string, string>>} */
const DRIVER_WORDS = {
  'keyboard-mouse': 'Keyboard and mouse',
  audio: 'Sound',
  gamepad: 'Gamepads',
  hid: 'Other devices (HID)',
};

/** @param {DaemonStatus} status */
export function showStatus({ rpc, api, user, version, started_at, drivers }) {
  const service = api.embedded ? 'runs on this computer' : 'remote';
  byId('summary').replaceChildren(
    fact(
      'Signed in as',
      user === null ? 'Nobody yet' : `${user.username}#${user.discriminator}`,
      user?.id ?? '',
    ),
    fact('RPC server', `${rpc.host}:${rpc.port}`, `${rpc.connections} connected`),
    fact('Service', api.connected ? 'Connected' : 'Not connected', `${service}, ${api.url}`),
    fact('Guildhall', version, `since ${localTime(started_at)}`),
  );
  byId('drivers').replaceChildren(...drivers.map(driverRow));
}

/** @param {readonly Session[]} sessions */
export function showSessions(sessions) {
  byId('sessions-none').hidden = sessions.length > 0;
  keepInStep(byId('sessions'), sessions, {
    key: ({ id }) => id,
    create: sessionRow,
    update: updateSessionRow,
  });
}

/** @param {Devices} devices */
export function showDevices(devices) {
  const groups = [
    group('Microphones and other inputs', devices.audio_inputs),
    group('Speakers and other outputs', devices.audio_outputs),
    group('Cameras', devices.video_inputs),
    group('Gamepads', devices.gamepads),
    group(
      'Other devices (HID)',
      devices.hid.map((one) => ({ ...one, parts: namesOf(one.endpoint_ids, devices) })),
    ),
  ].filter((one) => one !== null);
  const none = element('p', { class: 'group detail' }, 'No devices were found.');
  byId('devices').replaceChildren(...(groups.length > 0 ? groups : [none]));
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} detail
 */
function fact(name, value, detail) {
  return element(
    'div',
    {},
    element('dt', {}, name),
    element(
      'dd',
      {},
      foreignText('bdi', '', value),
      element('div', { class: 'detail' }, toVisibleText(detail)),
    ),
  );
}

/** @param {DaemonStatus['drivers'][number]} driver */
function driverRow({ name, state, reason, hint }) {
  const row = element(
    'li',
    {},
    element('span', { class: 'name' }, DRIVER_WORDS[name] ?? name),
    element('span', { class: 'state', 'data-state': state }, state),
  );
  if (reason !== null) row.append(element('p', { class: 'reason' }, toVisibleText(reason)));
  if (hint !== null) row.append(element('p', { class: 'hint' }, toVisibleText(hint)));
  return row;
}

/** @param {Session} session */
function sessionRow({ id, application }) {
  const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  showAvatar(avatar, application);
  const disconnect = element('button', { class: 'small' }, 'Disconnect');
  disconnect.addEventListener('click', () => {
    // The result shows in the list itself.
    call(`/sessions/${encodeURIComponent(id)}`, 'DELETE').catch(() => {});
  });
  const name = foreignText('bdi', 'name', application.name);
  const description = element(
    'div',
    {},
    element('div', {}, name),
    element('div', { class: 'detail foreign' }),
    element('div', { class: 'chips' }),
  );
  return element('li', { class: 'row' }, avatar, description, disconnect);
}

/**
 * @param {HTMLElement} row
 * @param {Session} session
 */
function updateSessionRow(
  row,
  { origin, connected_at, frames_received, frames_sent, scopes, subscriptions },
) {
  const parts = [
    origin === null ? 'no origin' : toVisibleText(origin),
    `since ${localTime(connected_at)}`,
    `${frames_received} in, ${frames_sent} out`,
    ...(subscriptions > 0
      ? [`${subscriptions} ${subscriptions === 1 ? 'subscription' : 'subscriptions'}`]
      : []),
  ];
  const detail = row.querySelector('.detail');
  if (detail !== null) detail.textContent = parts.join(' · ');
  const chips = scopes ?? ['not signed in'];
  row
    .querySelector('.chips')
    ?.replaceChildren(...chips.map((scope) => element('span', { class: 'chip' }, scope)));
}

/**
 * @param {readonly string[]} ids of audio endpoints
 * @param {Devices} devices
 */
function namesOf(ids, { audio_inputs, audio_outputs }) {
  const endpoints = [...audio_inputs, ...audio_outputs].filter(({ id }) => ids.includes(id));
  return [...new Set(endpoints.map(({ name }) => name))];
}

/** @typedef {{ name: string, is_default?: boolean, certified?: boolean, parts?: readonly string[] }} Device */

/**
 * @param {string} title
 * @param {readonly Device[]} devices
 */
function group(title, devices) {
  if (devices.length === 0) return null;
  return element(
    'div',
    { class: 'group' },
    element('h3', {}, title),
    element('ul', {}, ...devices.map(deviceRow)),
  );
}

/** @param {Device} device */
function deviceRow({ name, is_default = false, certified = false, parts = [] }) {
  const row = element('li', { class: 'device' }, foreignText('bdi', '', name));
  if (is_default) row.append(element('span', { class: 'chip' }, 'default'));
  if (certified) row.append(element('span', { class: 'chip certified' }, 'certified'));
  if (parts.length > 0) row.append(foreignText('bdi', 'detail', `of ${parts.join(', ')}`));
  return row;
}

/** @param {string} timestamp */
function localTime(timestamp) {
  const time = new Date(timestamp);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString() : time.toLocaleString();
}
