import { toVisibleText } from '../../../platform/text/visible-text.js';
import { call } from '../daemon/api.js';
import { driverName } from '../devices/driver-rows.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { whySignedOut } from '../shell/signed-out.js';
import { timeElement } from '../shell/time-element.js';
import { FirstSteps } from './first-steps.js';
import { OwnVoiceChannel } from './own-voice-channel.js';

/** @typedef {import('../../status.js').DaemonStatus} DaemonStatus */
/** @typedef {import('../../operations/devices.js').Devices} Devices */

/** Something that the person should look at, and where. @typedef {{ text: string, hint: string, href: string, label: string }} Attention */

/** The view that shows the daemon at a glance: what needs attention, and how much there is in the other views. */
export class Overview {
  #voice = new OwnVoiceChannel();
  #steps = new FirstSteps();
  /** by view @type {Map<string, { title: string, text: string }>} */
  #counts = new Map([
    ['health', { title: 'Daemon', text: '…' }],
    ['applications', { title: 'Requests', text: '…' }],
    ['connections', { title: 'Connections', text: '…' }],
    ['devices', { title: 'Devices', text: '…' }],
  ]);
  #connections = 0;
  /** @type {readonly string[]} */
  #connected = [];

  /** @param {boolean} isShown */
  setShown(isShown) {
    if (!isShown) return;
    void this.#showGrants();
  }

  async #showGrants() {
    // That they are unknown, e.g. because nobody is signed in, is shown elsewhere.
    const grants = await call('/grants', 'GET').catch(() => []);
    this.#steps.showGrants(grants.length);
  }

  /** @param {import('../shell/views.js').Part} part */
  receive(part) {
    if (part.part === 'voice') this.#voice.show(part.value);
    else if (part.part === 'recent') showRecent(part.value);
    else if (part.part === 'devices') {
      this.#count('devices', describeDevices(part.value));
      this.#steps.showDevices(part.value);
    } else if (part.part === 'consents') this.#count('applications', describeRequests(part.value.length));
    else if (part.part === 'connected') {
      this.#connected = part.value;
      this.#countConnections();
    } else if (part.part === 'status') {
      this.#connections = part.value.rpc.connections;
      this.#countConnections();
      this.#count('health', describeState(part.value));
      showSummary(part.value);
      this.#steps.showStatus(part.value);
      showAttention(part.value);
    }
  }

  #countConnections() {
    const number = count(this.#connections, 'application connected', 'applications connected');
    const names = this.#connected.map((name) => toVisibleText(name)).join(', ');
    this.#count('connections', names === '' ? number : `${number}: ${names}`);
  }

  /**
   * @param {string} view
   * @param {string} text
   */
  #count(view, text) {
    const known = this.#counts.get(view);
    if (known !== undefined) known.text = text;
    keepInStep(byId('counts'), [...this.#counts], {
      key: ([name]) => name,
      create: ([name, { title }]) =>
        element(
          'li',
          {},
          element('a', { class: 'card', href: `#${name}` }, element('b', {}, title), element('span', {})),
        ),
      update: (row, [, shown]) => {
        const span = row.querySelector('span');
        if (span !== null) span.textContent = shown.text;
      },
    });
  }
}

/** @param {readonly import('../../recent-activity.js').RecentEvent[]} events the newest first */
function showRecent(events) {
  byId('recent-part').hidden = events.length === 0;
  byId('recent').replaceChildren(
    ...events.map(({ at, text }) => element('li', {}, timeElement(at), ' ', foreignText('bdi', '', text))),
  );
}

/** Whether applications can connect. @param {DaemonStatus} status */
function describeState({ api, drivers, earlier_servers: earlier = [], rpc, sign_in, user }) {
  if (sign_in === 'out' || sign_in === 'refused') return 'Nobody is signed in';
  if (!api.connected) return 'The service is not connected';
  if (user === null) return 'Nobody is signed in yet';
  if (api.damage) return 'Changes are refused: the store is damaged';
  const broken = drivers.filter(isBroken).length;
  const others = earlier.length === 0 ? '' : `, but reach another server first: ${earlier.join(', ')}`;
  const port = toVisibleText(`Programs connect to port ${rpc.port}${others}`);
  return broken === 0 ? port : `${port}; ${count(broken, 'driver does', 'drivers do')} not work`;
}

/** @param {number} waiting */
function describeRequests(waiting) {
  return waiting === 0
    ? 'No request waits for your answer'
    : `${count(waiting, 'request waits', 'requests wait')} for your answer`;
}

/** @param {DaemonStatus['drivers'][number]} driver */
function isBroken({ state }) {
  return state === 'unavailable' || state === 'failed';
}

/** @param {DaemonStatus} status */
function showSummary({ rpc, ipc, api, user, version, started_at }) {
  const service = api.embedded ? 'runs on this computer' : 'remote';
  byId('summary').replaceChildren(
    fact(
      'Signed in as',
      user === null ? 'Nobody yet' : `${user.username}#${user.discriminator}`,
      user?.id ?? '',
    ),
    fact('RPC server', `${rpc.host}:${rpc.port}`, ipc?.path ? toVisibleText(ipc.path) : ''),
    fact('Service', api.connected ? 'Connected' : 'Not connected', toVisibleText(`${service}, ${api.url}`)),
    fact('Guildhall', version, 'since ', timeElement(started_at)),
  );
}

/** @param {DaemonStatus} status */
function showAttention(status) {
  const { api, sign_in, user, drivers } = status;
  /** @type {Attention[]} */
  const items = drivers.filter(isBroken).map(({ name, reason, hint }) => ({
    text: `${driverName(name)}: ${reason ?? 'does not work'}`,
    hint: hint ?? '',
    href: '#devices',
    label: `Show ${driverName(name)}`,
  }));
  const signedOut = whySignedOut(status);
  const isOut = sign_in === 'out' || sign_in === 'refused';
  if (isOut || (api.connected && user === null)) {
    const [text = '', hint = ''] = (signedOut ?? '').split(/(?<=[.])\s+(?=Sign in)/);
    items.unshift({ text: text.replace(/\.$/, ''), hint, href: '#health', label: 'Show Health' });
  } else if (!api.connected) {
    items.unshift({
      text: 'The service is not connected',
      hint: 'Applications see no guilds until it is. The Health view shows why.',
      href: '#health',
      label: 'Show Health',
    });
  }
  if (api.damage) {
    items.unshift({
      text: 'Changes are refused, and would be lost',
      hint: api.damage,
      href: '#health',
      label: 'Show Health',
    });
  }
  byId('attention-part').hidden = items.length === 0;
  keepInStep(byId('attention'), items, {
    key: (item) => JSON.stringify(item),
    create: attentionRow,
    update: () => {},
  });
}

/** @param {Attention} item */
function attentionRow({ text, hint, href, label }) {
  return element(
    'li',
    { class: 'row attention-row' },
    element(
      'div',
      {},
      element('div', { class: 'name' }, toVisibleText(text)),
      element('div', { class: 'detail' }, toVisibleText(hint)),
    ),
    element('a', { href }, label),
  );
}

/** @param {Devices} devices */
function describeDevices({ audio_inputs, audio_outputs, gamepads }) {
  return [
    count(audio_inputs.length, 'microphone'),
    count(audio_outputs.length, 'speaker'),
    count(gamepads.length, 'gamepad'),
  ].join(', ');
}

/**
 * @param {string} name
 * @param {string} value
 * @param {(Node | string)[]} detail
 */
function fact(name, value, ...detail) {
  return element(
    'div',
    {},
    element('dt', {}, name),
    element('dd', {}, foreignText('bdi', '', value), element('div', { class: 'detail' }, ...detail)),
  );
}
